"""The command ``fracas profiles``."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from fracas import InputError, Profile, Rules, _core, library, load_profiles
from fracas.cli.options import JsonFlag, RulesFile, loaded, rules_from
from fracas.cli.show import console, heading, is_narrow, plain, print_json, table

# The most profiles that stand side by side in 80 columns.
_CARDS = 3
_NUMBERS = {
    "movement": "Mov",
    "initiative": "Ini",
    "attack": "Att",
    "strength": "Str",
    "defence": "Def",
    "resilience": "Res",
    "aim": "Aim",
    "courage": "Cou",
    "fear": "Fear",
    "discipline": "Dis",
    "value": "Value",
}
# What remains of them on a narrow terminal.
_FIGHTING = ["initiative", "attack", "strength", "defence", "resilience", "value"]


def profiles(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="The profiles to show; all when left out."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Profiles of a file instead of the library."),
    ] = None,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Show profiles, of the library or of a file.

    Up to three that are asked for by name, or a part of it, stand side by side. The JSON
    document is a file of profiles itself.
    """
    played = rules_from(rules)
    known = list(library().values()) if file is None else loaded(load_profiles, file)
    chosen = _named(known, names) if names else known
    if json:
        print_json(json_text.loads(_core.write_profiles(chosen, "json")))
        return
    out = console()
    where = "library" if file is None else plain(str(file))
    out.print(heading(_counted(len(chosen)), where))
    if names and len(chosen) <= _CARDS:
        out.print(_cards(out, chosen, played))
    else:
        out.print(_list(out, chosen, played))


def _named(known: Sequence[Profile], names: Iterable[str]) -> list[Profile]:
    """Find profiles by their names or parts of them, whatever the case of the letters."""
    found: dict[str, Profile] = {}
    problems = []
    for name in names:
        wanted = name.casefold()
        exact = [profile for profile in known if profile.name.casefold() == wanted]
        matches = exact or [profile for profile in known if wanted in profile.name.casefold()]
        if not matches:
            near = get_close_matches(name, [profile.name for profile in known], n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            allowed = f"one of {', '.join(profile.name for profile in known)}{hint}"
            problems.append(("name", repr(name), allowed))
        found |= {profile.name: profile for profile in matches}
    if problems:
        raise InputError(problems)
    return list(found.values())


def _list(out: Console, profiles: Sequence[Profile], rules: Rules) -> Table:
    """Give one row for each profile, with what is not usual at its end."""
    fields = _FIGHTING if is_narrow(out) else list(_NUMBERS)
    headers = [_NUMBERS[field] for field in fields]
    grid = table(out, "Name", *headers, "Besides", left=["Name", "Besides"])
    grid.padding = (0, 0)
    for column in grid.columns:
        column.no_wrap = column.header not in {"Name", "Besides"}
        column.overflow = "fold"
    for profile in profiles:
        values = _values(profile, rules)
        usual = Profile("usual", size=profile.size)
        besides = [values["size"]] if profile.size != "medium" else []
        besides += [values["base"]] if profile.base != usual.base else []
        besides += [values["weapon"]] if profile.weapon else []
        besides += profile.skills
        numbers = [values[field] for field in fields]
        grid.add_row(plain(profile.name), *numbers, ", ".join(besides))
    return grid


def _cards(out: Console, profiles: Sequence[Profile], rules: Rules) -> Table:
    """Give one column for each profile, its characteristics in full words."""
    grid = table(out, "", *(plain(profile.name) for profile in profiles), left=[""])
    columns = [_values(profile, rules) for profile in profiles]
    for field in [*_NUMBERS, "power", "size", "base", "weapon", "skills"]:
        grid.add_row(field, *(column[field] for column in columns))
    return grid


def _values(profile: Profile, rules: Rules) -> dict[str, str]:
    """Write every field; what a profile leaves open is what the rules say of its size."""
    power = profile.power
    if power is None:
        power = rules.to_dict()["sizes"][profile.size]["power"]
    written = {field: getattr(profile, field) for field in _NUMBERS}
    written |= {"power": power, "size": profile.size.replace("_", " "), "base": _base(profile.base)}
    written["weapon"] = _weapon(profile.weapon)
    written["skills"] = ", ".join(profile.skills) or None
    return {field: _cell(value) for field, value in written.items()}


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _base(base: str | dict[str, float]) -> str:
    if isinstance(base, str):
        return base.replace("_", " ")
    if "diameter" in base:
        return f"round {base['diameter']:g}"
    return f"{base['width']:g} × {base['depth']:g}"


def _weapon(weapon: dict[str, Any] | None) -> str | None:
    """Write the strength of a weapon, its ranges, and what is not usual of it."""
    if weapon is None:
        return None
    ranges = "/".join(f"{weapon[name]:g}" for name in ("short", "medium", "long"))
    shots = f" × {weapon['shots']}" if weapon["shots"] > 1 else ""
    assault = ", assault" if weapon["assault"] else ""
    return f"{weapon['strength']} at {ranges}{shots}{assault}"


def _counted(count: int) -> str:
    return "1 profile" if count == 1 else f"{count} profiles"
