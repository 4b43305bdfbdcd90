"""Rules and profiles in files: TOML or JSON, by the ending of the file's name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from fracas import _core
from fracas._core import Profile, Rules
from fracas.errors import InputError

__all__ = ["library", "load_profiles", "load_rules", "save_profiles", "save_rules"]


def load_rules(path: str | os.PathLike[str]) -> Rules:
    """Load rules from a file. All problems of the file are reported at once."""
    text, format_ = read_document(path)
    return Rules.from_toml(text) if format_ == "toml" else Rules.from_json(text)


def save_rules(rules: Rules, path: str | os.PathLike[str]) -> None:
    """Save rules to a file, complete: it loads as equal rules."""
    write_document(path, rules.to_toml() if format_of(path) == "toml" else rules.to_json())


def load_profiles(path: str | os.PathLike[str]) -> list[Profile]:
    """Load profiles from a file. All problems of all profiles are reported at once."""
    text, format_ = read_document(path)
    return _core.parse_profiles(text, format_)


def save_profiles(profiles: Sequence[Profile], path: str | os.PathLike[str]) -> None:
    """Save profiles to a file: it loads as equal profiles."""
    write_document(path, _core.write_profiles(profiles, format_of(path)))


@cache
def library() -> MappingProxyType[str, Profile]:
    """Give the profiles that come with fracas, by name.

    >>> import fracas as fr
    >>> fr.library()["Duellist"].skills
    ('Counter-attack',)
    """
    text = Path(__file__).with_name("data").joinpath("profiles.toml").read_bytes()
    profiles = _core.parse_profiles(text, "toml")
    return MappingProxyType({profile.name: profile for profile in profiles})


def format_of(path: str | os.PathLike[str]) -> Literal["toml", "json"]:
    """Tell the format of a file by the ending of its name."""
    match Path(path).suffix.lower():
        case ".toml":
            return "toml"
        case ".json":
            return "json"
        case other:
            raise InputError(
                [("path", f"{os.fspath(path)} ({other!r})", "a name in .toml or .json")]
            )


def read_document(path: str | os.PathLike[str]) -> tuple[bytes, Literal["toml", "json"]]:
    """Read a file, and tell its format."""
    format_ = format_of(path)
    with Path(path).open("rb") as file:
        # One byte more than is allowed is enough to refuse it.
        return file.read(_core.MAX_DOCUMENT_BYTES + 1), format_


def write_document(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: what stood there is not lost when the disk is full."""
    target = Path(path)
    # `tempfile` would make the file unreadable to others, and costs milliseconds at every import.
    temporary = target.with_name(f".{target.name}.{os.urandom(8).hex()}")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
