#!/usr/bin/env python3
"""Print the table of all options of the rules as Markdown, or write it where it is published.

It is made from the schema of rules documents, so it says what the engine does. With ``--write`` it
replaces what stands between the two marks in rust_core/README.md.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from fracas import _core
from fracas.cli.rules import Document, Option, is_matrix, options_of, value_text

PUBLISHED = Path(__file__).resolve().parent.parent / "rust_core" / "README.md"
_MARKED = re.compile(r"(<!-- rulings -->\n).*?(<!-- /rulings -->)", re.DOTALL)


def table() -> str:
    """Give the table, one row for each option."""
    published = json.loads(_core.rules_schema())
    lines = ["| option | clause | default | allowed | what it decides |", "|---|---|---|---|---|"]
    for section, schema in published["properties"].items():
        if schema.get("type") == "object" or section not in {"name", "format"}:
            lines += [_row(option) for option in _options(section, schema, published["default"])]
    return "\n".join(lines) + "\n"


def replaced(text: str) -> str:
    """Give the text with the table between its marks made anew."""
    return _MARKED.sub(lambda marks: f"{marks[1]}{table()}{marks[2]}", text)


def _options(section: str, schema: Document, default: Document) -> Iterator[Option]:
    options = list(options_of(schema, default[section], default[section], section))
    if schema.get("type") != "object" or not is_matrix(schema):
        yield from options
        return
    # sizes.small.power, sizes.medium.power … in one row.
    parts = list(schema["properties"])
    for first in options[: len(options) // len(parts)]:
        key = first.name.rpartition(".")[2]
        values = (f"{part} {value_text(default[section][part][key])}" for part in parts)
        yield first._replace(name=f"{section}.*.{key}", value=", ".join(values))


def _row(option: Option) -> str:
    is_table = isinstance(option.value, list) and isinstance(option.value[0], dict)
    value = f"{len(option.value)} rows" if is_table else f"`{value_text(option.value)}`"
    allowed = "rows" if is_table else option.allowed
    return f"| `{option.name}` | {option.clause} | {value} | {allowed} | {option.meaning} |"


def main() -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write it to rust_core/README.md")
    if parser.parse_args().write:
        PUBLISHED.write_text(replaced(PUBLISHED.read_text("utf-8")), "utf-8")
    else:
        print(table(), end="")


if __name__ == "__main__":
    main()
