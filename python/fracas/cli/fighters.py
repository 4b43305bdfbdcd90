"""How fighters, their states and the policies of players are read from the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

from fracas import Fighter, Health, InputError, Policy, Problem, Profile, library, load_profiles
from fracas.cli.options import loaded
from fracas.types import Placement, WoundLevel

__all__ = ["fighters_from", "numbered", "policy_from", "profile_from", "splits_from"]

_Value = TypeVar("_Value")
_ENDINGS = (".toml", ".json")


def profile_from(text: str) -> Profile:
    """Find the profile that a text stands for.

    A name of the library or a part of it, whatever the case of the letters; a file with one
    profile; or a file and a name in it, ``file.toml:Name``.

    >>> profile_from("praetorian").name
    'Praetorian guard'
    """
    path, ending, name = _split(text)
    if not ending:
        return _named(list(library().values()), text, "the library")
    known = loaded(load_profiles, Path(path))
    if name:
        return _named(known, name, path)
    if len(known) != 1:
        listed = ", ".join(profile.name for profile in known)
        raise InputError([("fighter", repr(text), f"{path}:NAME with one of {listed}")])
    return known[0]


def _split(text: str) -> tuple[str, str, str]:
    """Take a file's name, its ending and the name of a profile apart."""
    for ending in _ENDINGS:
        path, found, rest = text.partition(f"{ending}:")
        if found:
            return path + ending, ending, rest
        if text.lower().endswith(ending):
            return text, ending, ""
    return "", "", text


def _named(known: Sequence[Profile], name: str, where: str) -> Profile:
    wanted = name.casefold()
    matches: list[Profile] = []
    # The whole name goes before its beginning, and that before any part of it.
    for is_like in (str.__eq__, str.startswith, str.__contains__):
        matches = matches or [one for one in known if is_like(one.name.casefold(), wanted)]
    if len(matches) == 1:
        return matches[0]
    listed = ", ".join(profile.name for profile in matches or known)
    if matches:
        raise InputError([("fighter", repr(name), f"a name that is only one of {listed}")])
    names = {profile.name.casefold(): profile.name for profile in known}
    near = get_close_matches(wanted, names, n=1)
    hint = f" (did you mean {names[near[0]]}?)" if near else ""
    raise InputError([("fighter", repr(name), f"one of {where}: {listed}{hint}")])


def fighters_from(texts: Iterable[str], states: Mapping[str, Sequence[str]]) -> list[Fighter]:
    """Give the fighters with the states that the options name, each under its option.

    >>> [guard] = fighters_from(["guard"], {"--wounds": ["0=light"], "--charged": ["0"]})
    >>> guard.health.level, guard.charged
    ('light', True)
    """
    fighters: list[Fighter] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            fighters.append(Fighter(profile_from(text)))
        except InputError as error:  # noqa: PERF203 - every problem is told at once
            problems += error.problems
    if problems:
        raise InputError(problems)
    for option, given in states.items():
        read, change = _STATES[option]
        for number, value in numbered(option, given, len(fighters), read).items():
            fighters[number] = change(fighters[number], value)
    return fighters


def numbered(
    option: str,
    given: Iterable[str],
    fighters: int,
    read: Callable[[str, str], _Value],
) -> dict[int, _Value]:
    """Read ``0=light,2=serious``, with commas or as an option given several times."""
    values = {}
    for text in ",".join(given).split(","):
        if not text.strip():
            continue
        number, _, value = (part.strip() for part in text.partition("="))
        if not (number.isascii() and number.isdigit() and int(number) < fighters):
            allowed = (
                f"the number of a fighter, 0 to {fighters - 1}, as in {option} {_LIKE[option]}"
            )
            raise InputError([(option, repr(text.strip()), allowed)])
        values[int(number)] = read(option, value)
    return values


def _word(words: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(option: str, text: str) -> str:
        if text not in words:
            raise InputError([(option, repr(text), f"one of {', '.join(words)}")])
        return text

    return read


def _count(option: str, text: str) -> int:
    """Read a count; one when it is left out."""
    if not (text.isascii() and text.isdigit()) and text:
        raise InputError([(option, repr(text), "a whole number")])
    return int(text or 1)


def _nothing(option: str, text: str) -> bool:
    if text:
        raise InputError([(option, repr(text), "the number of a fighter alone")])
    return True


def _state(field: str) -> Callable[[Fighter, Any], Fighter]:
    return lambda fighter, value: replace(fighter, **{field: value})


def _level(fighter: Fighter, level: str) -> Fighter:
    health = Health(cast("WoundLevel", level), fighter.health.stunned)
    return replace(fighter, health=health)


def _stunned(fighter: Fighter, markers: int) -> Fighter:
    return replace(fighter, health=Health(fighter.health.level, markers))


# What may stand behind the number of a fighter, and what it changes.
_STATES: dict[str, tuple[Callable[[str, str], Any], Callable[[Fighter, Any], Fighter]]] = {
    "--wounds": (_word(get_args(WoundLevel)), _level),
    "--stunned": (_count, _stunned),
    "--charged": (_nothing, _state("charged")),
    "--bound": (_nothing, _state("bound_to_defence")),
    "--routed": (_nothing, _state("routed")),
    "--placement": (_word(get_args(Placement)), _state("placement")),
}
_LIKE = {
    "--wounds": "0=light",
    "--stunned": "1",
    "--charged": "0",
    "--bound": "1",
    "--routed": "1",
    "--placement": "0=after",
    "--split": "0=2",
}


def splits_from(given: Sequence[str], fighters: int) -> dict[int, int] | None:
    """Read the attack dice of fighters, ``0=2``."""
    return numbered("--split", given, fighters, _dice) or None


def _dice(option: str, text: str) -> int:
    if not text:
        raise InputError([(option, "a fighter alone", f"its attack dice, as in {option} 0=2")])
    return _count(option, text)


def policy_from(option: str, text: str) -> Policy | str:
    """Read a policy: its name, or its name and habits; best play has a name alone.

    >>> policy_from("--policy", "plain:attack_sixes=never") == Policy("plain", attack_sixes="never")
    True
    >>> policy_from("--policy", "optimal")
    'optimal'
    """
    if text.strip() == "optimal":
        return "optimal"
    name, _, habits = text.partition(":")
    document = {"name": name.strip()}
    for habit in filter(None, (part.strip() for part in habits.split(","))):
        key, equals, value = (part.strip() for part in habit.partition("="))
        if not equals:
            raise InputError([(option, repr(habit), "habits such as attack_sixes=never")])
        document[key] = value
    try:
        return Policy.from_dict(document)
    except InputError as error:
        problems = [
            (f"{option} {field}", value, allowed) for field, value, allowed in error.problems
        ]
        raise InputError(problems) from None
