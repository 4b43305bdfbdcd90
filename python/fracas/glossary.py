"""The words of output, in English and in French. They are data: ``data/glossary.json``.

The names of the API stay English; what people read in tables and logs can be had in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from fracas.errors import InputError

__all__ = ["LANGUAGES", "Glossary", "Language", "glossary"]

Language: TypeAlias = Literal["en", "fr"]
"""A language that output can be in."""

LANGUAGES: tuple[Language, ...] = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of one language, by key."""

    language: Language
    _words: dict[str, str] = field(repr=False)

    def word(self, key: str, **parts: object) -> str:
        """Give a word, or a sentence with its parts filled in."""
        text = self._words[key]
        return text.format(**parts) if parts else text

    def dice(self, count: int) -> str:
        """Write a number of dice.

        >>> glossary("en").dice(1), glossary("fr").dice(2)
        ('1 die', '2 dés')
        """
        return f"{count} {self._words['die' if count == 1 else 'dice']}"

    def number(self, text: str) -> str:
        """Write a number, formatted the English way, with the mark of decimals of the language."""
        return text.replace(".", self._words["decimal"])


@cache
def glossary(language: Language = "en") -> Glossary:
    """Give the words of a language.

    >>> glossary("fr").word("level.serious")
    'grave'
    """
    if language not in LANGUAGES:
        raise InputError([("language", repr(language), f"one of {', '.join(LANGUAGES)}")])
    import json  # noqa: PLC0415 - it would cost time at every import of the package

    text = Path(__file__).with_name("data").joinpath("glossary.json").read_text("utf-8")
    return Glossary(language, json.loads(text)[language])
