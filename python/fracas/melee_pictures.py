"""Pictures of melees: text for Graphviz, and SVG.

Side 0 stands on the left, side 1 on the right. The picture brings its own ground, light or dark as
the reader's screen is set, so that it can be read on any page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from fracas.types import Separation, Star

if TYPE_CHECKING:
    from fracas.melees import Melee

__all__ = ["to_dot", "to_svg"]

CAMPS = ("#2f6fde", "#d9542b")
"""The colours of side 0 and side 1."""
COMBATS = ("#159a8c", "#8e5bd0", "#c99a1b", "#d1478c", "#5d9a1e", "#1b8fc4", "#a8713c", "#7a869a")
"""The colours of combats, in turn."""

ROW, RADIUS, MARGIN, GAP, HEAD = 46.0, 15.0, 22.0, 210.0, 54.0
LETTER = 7.1
LONGEST_LABEL = 26
SWEEPS = 8

STYLE = """
.fm-ground{fill:#fbfbfd;stroke:#d8dce3}
.fm-head{font:600 14px system-ui,sans-serif;fill:#1d2530}
.fm-note{font:12px system-ui,sans-serif;fill:#5b6675}
.fm-name{font:13px system-ui,sans-serif;fill:#1d2530}
.fm-number{font:600 12px system-ui,sans-serif;fill:#fff;text-anchor:middle}
.fm-touch{stroke:#8d97a5;stroke-width:1.6;fill:none}
.fm-apart{stroke:#aab2bd;stroke-width:1.3;stroke-dasharray:3 5;fill:none}
.fm-ring{stroke:#fbfbfd;stroke-width:2.5}
@media (prefers-color-scheme:dark){
.fm-ground{fill:#171b21;stroke:#333b46}
.fm-head,.fm-name{fill:#e8ebf0}
.fm-note{fill:#9aa5b4}
.fm-touch{stroke:#77828f}
.fm-apart{stroke:#687382}
.fm-ring{stroke:#171b21}
}
""".strip().replace("\n", "")


@dataclass(frozen=True)
class Place:
    """Where a fighter stands."""

    x: float
    y: float


def to_dot(melee: Melee, separation: Separation | None) -> str:
    """Write a melee for Graphviz.

    >>> import fracas as fr
    >>> print(fr.melees([0, 1], [(0, 1)])[0].to_dot())
    graph melee {
      rankdir=LR; node [style=filled, fontcolor=white, shape=box];
      { rank=same; 0 [label="0", fillcolor="#2f6fde"]; }
      { rank=same; 1 [label="1", fillcolor="#d9542b"]; }
      0 -- 1;
    }
    """
    names = melee.names()
    combat = _combat_of_contact(separation)
    lines = ["graph melee {", "  rankdir=LR; node [style=filled, fontcolor=white, shape=box];"]
    for side, colour in zip(melee.sides, CAMPS, strict=True):
        nodes = " ".join(
            f'{number} [label="{_quoted(names[number])}", fillcolor="{colour}"];' for number in side
        )
        lines.append(f"  {{ rank=same; {nodes} }}")
    for one, other in melee.contacts:
        style = ""
        if separation is not None:
            place = combat.get((one, other))
            style = (
                ' [style=dashed, color="#8d97a5"]'
                if place is None
                else f' [penwidth=4, color="{_colour(place)}"]'
            )
        lines.append(f"  {one} -- {other}{style};")
    return "\n".join([*lines, "}"])


def to_svg(melee: Melee, separation: Separation | None) -> str:
    """Draw a melee; the combats of a separation are thick lines in colours.

    >>> import fracas as fr
    >>> melee = fr.melees([0, 1, 0], [(0, 1), (1, 2)])[0]
    >>> melee.to_svg().startswith("<svg")
    True
    """
    names = {number: _cut(name) for number, name in melee.names().items()}
    labels = [_widest(names[number] for number in side) for side in melee.sides]
    rows = _rows(melee, separation)
    head, note = _words(melee, separation)
    inner = labels[0] + labels[1] + GAP + 2 * RADIUS
    width = 2 * MARGIN + max(inner, LETTER * max(len(head), len(note)))
    height = HEAD + 2 * MARGIN + RADIUS + ROW * max(rows.values())
    left = (width - inner) / 2 + labels[0] + RADIUS
    places = {
        number: Place(left + GAP * side, HEAD + MARGIN + ROW * rows[number])
        for side, numbers in enumerate(melee.sides)
        for number in numbers
    }
    box = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    ground = f'x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="10"'
    size = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box}>',
        f"<title>{escape(head)}</title><style>{STYLE}</style>",
        f'<rect class="fm-ground" {ground}/>',
        f'<text class="fm-head" x="{MARGIN:.0f}" y="27">{escape(head)}</text>',
        f'<text class="fm-note" x="{MARGIN:.0f}" y="45">{escape(note)}</text>',
        *_lines(melee, separation, places),
        *_fighters(melee, names, places),
        "</svg>",
    ]
    return "\n".join(parts)


def _lines(melee: Melee, separation: Separation | None, places: dict[int, Place]) -> list[str]:
    """Draw contacts: those that no combat uses first, so that they lie below."""
    combat = _combat_of_contact(separation)
    drawn: list[str] = []
    for pair in sorted(melee.contacts, key=lambda pair: pair in combat):
        start, end = (places[number] for number in pair)
        middle = (start.x + end.x) / 2
        path = (
            f"M{start.x:.1f} {start.y:.1f}C{middle:.1f} {start.y:.1f} "
            f"{middle:.1f} {end.y:.1f} {end.x:.1f} {end.y:.1f}"
        )
        if separation is None:
            drawn.append(f'<path class="fm-touch" d="{path}"/>')
        elif pair in combat:
            colour = f'fill="none" stroke="{_colour(combat[pair])}" stroke-linecap="round"'
            drawn.append(f'<path d="{path}" {colour} stroke-width="14" stroke-opacity="0.18"/>')
            drawn.append(f'<path d="{path}" {colour} stroke-width="5"/>')
        else:
            drawn.append(f'<path class="fm-apart" d="{path}"/>')
    return drawn


def _fighters(melee: Melee, names: dict[int, str], places: dict[int, Place]) -> list[str]:
    drawn: list[str] = []
    for side, colour, sign, anchor in zip(
        melee.sides, CAMPS, (-1, 1), ("end", "start"), strict=True
    ):
        for number in side:
            place = places[number]
            drawn.append(
                f'<circle class="fm-ring" cx="{place.x:.1f}" cy="{place.y:.1f}" '
                f'r="{RADIUS}" fill="{colour}"/>'
                f'<text class="fm-number" x="{place.x:.1f}" y="{place.y + 4.3:.1f}">{number}</text>'
            )
            if names[number] != str(number):
                drawn.append(
                    f'<text class="fm-name" text-anchor="{anchor}" '
                    f'x="{place.x + sign * (RADIUS + 9):.1f}" y="{place.y + 4.6:.1f}">'
                    f"{escape(names[number])}</text>"
                )
    return drawn


def _words(melee: Melee, separation: Separation | None) -> tuple[str, str]:
    first, second = (len(side) for side in melee.sides)
    touching = len(melee.contacts)
    note = f"{touching} contact{'s' * (touching != 1)} between enemies"
    if separation is not None:
        combats = len(separation)
        note = f"separated into {combats} combat{'s' * (combats != 1)}; {note}"
    return f"Melee: {first} against {second}", note


def _rows(melee: Melee, separation: Separation | None) -> dict[int, float]:
    """Give each fighter a row; those who touch each other stand near each other."""
    if separation is None:
        return _columns(melee)
    blocks = list(separation)
    touched = _touched(melee)
    for _ in range(SWEEPS):
        rows = _stacked(blocks)
        near = {
            star: _mean([rows[other] for one in star.members for other in touched[one]])
            for star in blocks
        }
        blocks.sort(key=near.__getitem__)
    return _stacked(blocks)


def _stacked(blocks: list[Star]) -> dict[int, float]:
    """Put combats below each other, the lone one in the middle of his enemies."""
    rows: dict[int, float] = {}
    top = 0.0
    for star in blocks:
        for place, enemy in enumerate(star.enemies):
            rows[enemy] = top + place
        rows[star.lone] = top + (len(star.enemies) - 1) / 2
        top += len(star.enemies)
    return rows


def _columns(melee: Melee) -> dict[int, float]:
    """Order both sides, in turn, by the middle of those whom each touches."""
    touched = _touched(melee)
    columns = [list(side) for side in melee.sides]
    most = max(len(column) for column in columns)

    def spread(column: list[int]) -> dict[int, float]:
        return {
            number: (place + 0.5) * most / len(column) - 0.5 for place, number in enumerate(column)
        }

    for sweep in range(2 * SWEEPS):
        rows = spread(columns[1 - sweep % 2])
        near = {
            number: _mean([rows[other] for other in touched[number]])
            for number in columns[sweep % 2]
        }
        columns[sweep % 2].sort(key=near.__getitem__)
    return {**spread(columns[0]), **spread(columns[1])}


def _touched(melee: Melee) -> dict[int, list[int]]:
    touched: dict[int, list[int]] = {number: [] for number in melee.fighters}
    for one, other in melee.contacts:
        touched[one].append(other)
        touched[other].append(one)
    return touched


def _combat_of_contact(separation: Separation | None) -> dict[tuple[int, int], int]:
    """Give the combat of each contact that is used, both ways round."""
    return {
        pair: place
        for place, star in enumerate(separation or ())
        for enemy in star.enemies
        for pair in ((star.lone, enemy), (enemy, star.lone))
    }


def _colour(combat: int) -> str:
    return COMBATS[combat % len(COMBATS)]


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def _widest(names: Iterable[str]) -> float:
    listed = [name for name in names if not name.isdigit()]
    return max((len(name) * LETTER + 12 for name in listed), default=0.0)


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')
