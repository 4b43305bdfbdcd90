"""The commands ``fracas rules`` and ``fracas schema``.

What an option means, its clause and its alternatives stand in the published schema: a new option of
the engine shows up here by itself.
"""

from __future__ import annotations

import json as json_text
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fracas import _core
from fracas.cli.options import JsonFlag, rules_from
from fracas.cli.show import console, heading, number, plain, print_json, table

Document: TypeAlias = dict[str, Any]

# A clause or several, a colon, and what they decide.
_DESCRIPTION = re.compile(r"(?:(?P<clause>[A-Z]-\d[^:]*): )?(?P<meaning>.*?)\.?", re.DOTALL)


class Option(NamedTuple):
    """One option of the rules."""

    name: str
    value: Any
    default: Any
    clause: str
    meaning: str
    allowed: str

    @property
    def is_changed(self) -> bool:
        """Whether it differs from the default rules."""
        return bool(self.value != self.default)


def rules(
    file: Annotated[
        Path | None,
        typer.Option("--file", "--rules", metavar="FILE", help="Rules of a file, TOML or JSON."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Show rules option by option, or what is wrong with them.

    Each option has its clause, its value and, in brackets, what is allowed; a star marks what
    differs from the default. The JSON document is a file of rules itself, complete.
    """
    played = rules_from(file)
    document = played.to_dict()
    if json:
        print_json(document)
        return
    published = json_text.loads(_core.rules_schema())
    default = published["default"]
    out = console()
    changed = [
        option
        for section, schema in published["properties"].items()
        for option in options_of(schema, document[section], default[section], section)
        if option.is_changed and option.name not in {"name", "format"}
    ]
    note = f"{len(changed)} changed from the default" if changed else "all as in the default"
    out.print(heading(f"Rules “{plain(played.name)}”", f"valid, {note}"))
    for section, schema in published["properties"].items():
        if schema.get("type") == "object":
            _print_section(out, section, schema, document[section], default[section])
        elif section not in {"name", "format"}:
            out.print()
            for option in options_of(schema, document[section], default[section], section):
                _print_option(out, option, section, len(section))


def options_of(
    schema: Document, value: Any, default: Any, name: str, clause: str = ""
) -> Iterator[Option]:
    """Yield the options at or below a place of the schema; a clause holds for what is below it."""
    described = _DESCRIPTION.fullmatch(schema.get("description", ""))
    meaning = described["meaning"] if described else ""
    clause = (described["clause"] if described else None) or clause
    if schema.get("type") == "object":
        for key, below in schema["properties"].items():
            yield from options_of(below, value.get(key), default.get(key), f"{name}.{key}", clause)
        return
    yield Option(name, value, default, clause, meaning, allowed_text(schema))


def allowed_text(schema: Document) -> str:
    """Write what a place of the schema admits.

    >>> allowed_text(
    ...     {"anyOf": [{"enum": ["none"]}, {"type": "integer", "minimum": -20, "maximum": 20}]}
    ... )
    'none, −20 … 20'
    """
    match schema:
        case {"enum": words}:
            return ", ".join(str(word) for word in words)
        case {"anyOf": shapes}:
            return ", ".join(allowed_text(shape) for shape in shapes)
        case {"type": "integer" | "number", "minimum": lowest, "maximum": highest}:
            return f"{value_text(lowest)} … {value_text(highest)}"
        case {"type": "boolean"}:
            return "true, false"
        case {"type": "array", "items": items}:
            return f"list of {allowed_text(items)}"
        case _:
            return ""


def _print_section(out: Console, section: str, schema: Document, value: Any, default: Any) -> None:
    out.print()
    out.print(heading(section, schema.get("description", "")))
    below = schema["properties"]
    if is_matrix(schema):
        out.print(_matrix(out, below, value, default))
        return
    options = list(options_of(schema, value, default, section))
    width = max(len(option.name) for option in options) - len(section) - 1
    for option in options:
        name = option.name.removeprefix(f"{section}.")
        if _is_rows(option.value):
            out.print(_rows(out, option))
            continue
        _print_option(out, option, name, width)


def _print_option(out: Console, option: Option, name: str, width: int) -> None:
    line = Text.assemble((f"{option.clause:4} ", "dim"), f"{name:{width}}  ")
    out.print(line.append_text(_marked(option.value, option.is_changed)))
    meaning = f"{option.meaning}  [{option.allowed}]"
    out.print(Padding(Text(meaning, style="dim"), (0, 0, 0, 5), expand=False))


def is_matrix(schema: Document) -> bool:
    """Tell whether a section has parts that all have the same options, as sizes and bases have."""
    parts = schema["properties"].values()
    keys = [list(part.get("properties", ())) for part in parts]
    return all(keys) and all(key == keys[0] for key in keys)


def _matrix(out: Console, below: Document, value: Any, default: Any) -> Table:
    """Give a table with a row for each part."""
    keys = list(next(iter(below.values()))["properties"])
    grid = table(out, "", *keys, left=[""])
    for part in below:
        cells = [_marked(value[part][key], value[part][key] != default[part][key]) for key in keys]
        grid.add_row(part.replace("_", " "), *cells)
    return grid


def _rows(out: Console, option: Option) -> Table:
    """Give a table that is itself an option: the wound table."""
    keys = list(option.value[0])
    grid = table(out, *keys, left=keys[1:])
    for index, row in enumerate(option.value):
        before = option.default[index] if index < len(option.default) else {}
        missing = "above"
        cells = [_marked(row.get(key, missing), row.get(key) != before.get(key)) for key in keys]
        grid.add_row(*cells)
    return grid


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _marked(value: Any, changed: bool) -> Text:
    """Write a value, with a star when it is not the default."""
    text = value_text(value)
    return Text(f"* {text}", style="yellow") if changed else Text(text)


def value_text(value: Any) -> str:
    """Write the value of an option.

    >>> value_text(["leg", -1]), value_text(True)
    ('leg, −1', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(value_text(item) for item in value) or "(none)"
    return number(value) if isinstance(value, int | float) else str(value)


class Kind(str, Enum):
    """The kinds of documents that have a schema."""

    RULES = "rules"
    PROFILES = "profiles"
    MELEE = "melee"
    TABLE = "table"
    ARMY = "army"
    SCENARIO = "scenario"


def schema(
    kind: Annotated[
        Kind, typer.Argument(metavar="KIND", help="rules, profiles, melee, table, army, scenario.")
    ],
    json: JsonFlag = False,  # noqa: ARG001 - every command takes it
) -> None:
    """Print the JSON Schema of a kind of document."""
    written = {
        Kind.RULES: _core.rules_schema,
        Kind.PROFILES: _core.profiles_schema,
        Kind.MELEE: _core.melees_schema,
        Kind.TABLE: _core.tables_schema,
        Kind.ARMY: _core.armies_schema,
        Kind.SCENARIO: _core.scenarios_schema,
    }
    print_json(json_text.loads(written[kind]()))
