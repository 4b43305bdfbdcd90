"""Tables as pictures: SVG, drawn here, without any library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from fracas.geometry import Arc, Disc, Leg, Outline, Path, Point, Polygon, Reach

if TYPE_CHECKING:
    from fracas.movement import Placed, Scenery
    from fracas.tables import Table

__all__ = ["draw"]

_SIDES = (("#2f6690", "#16425b"), ("#b5483a", "#7a2a20"))
_INK = "#2b2b26"
_MARGIN = 2.0
_ROW = 3.4
_MOST_LISTED = 40

_STYLE = """
.ground{fill:#e9ecdb;stroke:#8a8f76;stroke-width:.25}
.grid{stroke:#d3d8c1;stroke-width:.12}
.edge{fill:#6b6f5c;font-size:1.7px}
.impassable{fill:#8d8778;stroke:#5b5649;stroke-width:.2}
.hatch{fill:url(#hatch)}
.crossable{fill:#d6c9a2;stroke:#9b8a57;stroke-width:.2;stroke-dasharray:.8 .5}
.place{fill:#4c4636;font-size:1.6px;text-anchor:middle;paint-order:stroke;stroke:#f4f1e4;
stroke-width:.45;stroke-linejoin:round}
.base{stroke-width:.22;stroke-linejoin:round}
.routed{stroke-dasharray:.5 .35}
.front{fill:none;stroke:#fff;stroke-width:.3;stroke-linecap:round;stroke-linejoin:round}
.number{fill:#fff;font-weight:bold;text-anchor:middle;dominant-baseline:central}
.gone{fill:none;stroke:#9a9c8c;stroke-width:.15;stroke-dasharray:.4 .4}
.reach{fill:#e0a526;fill-opacity:.22;stroke:#b9821a;stroke-width:.2;fill-rule:evenodd}
.path{fill:none;stroke:#fff;stroke-width:.75;stroke-opacity:.75;stroke-linecap:round;
stroke-linejoin:round}
.way{fill:none;stroke:#6a1f7d;stroke-width:.32;stroke-linecap:round;stroke-linejoin:round}
.start{fill:#6a1f7d}
.length{fill:#6a1f7d;font-size:1.8px;font-weight:bold;paint-order:stroke;stroke:#f8f6ec;
stroke-width:.5;stroke-linejoin:round}
.title{font-size:2.6px;font-weight:bold;fill:#2b2b26}
.listed{font-size:1.9px;fill:#2b2b26}
"""


def draw(table: Table, paths: Sequence[Path], reaches: Sequence[Reach], scale: float = 8.0) -> str:
    """Draw a table, so many pixels to a centimetre."""
    sheet = _Sheet(table)
    rows = sheet.legend_rows()
    width = table.width + 2 * _MARGIN + 2
    height = table.depth + 2 * _MARGIN + 4 + rows * _ROW
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width * scale)}" height="{_n(height * scale)}" '
        f'font-family="Helvetica, Arial, sans-serif" role="img">'
    )
    parts = [
        opening,
        f"<title>{_text(table.name or 'Table')}</title>",
        f"<style>{_STYLE.strip()}</style>",
        _DEFINITIONS,
        sheet.clipping(),
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="#f8f6ec"/>',
        *sheet.ground(),
        f'<g clip-path="url(#{sheet.clip})">',
        *(sheet.scenery(piece) for piece in table.scenery),
        "</g>",
        *(sheet.reach(reach) for reach in reaches),
        *(sheet.scenery_name(piece) for piece in table.scenery if piece.name),
        *sheet.bases(),
        *(sheet.path(path) for path in paths if path),
        *sheet.legend(table.depth + _MARGIN + 6),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


_DEFINITIONS = (
    '<defs><pattern id="hatch" width="1.2" height="1.2" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V1.2" stroke="#5b5649" stroke-width=".18"/>'
    '</pattern><marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" '
    'markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6L1.5 3Z" fill="#6a1f7d"/></marker></defs>'
)


class _Sheet:
    """The drawing of one table: y grows downwards on paper and upwards on the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        # Several pictures may share a page: those of one size share the name too.
        self.clip = f"table-{_n(table.width)}-{_n(table.depth)}".replace(".", "_")

    def clipping(self) -> str:
        """Keep scenery that reaches over an edge on the table."""
        x, y = self.at((0, self.table.depth))
        size = f'width="{_n(self.table.width)}" height="{_n(self.table.depth)}"'
        return f'<clipPath id="{self.clip}"><rect x="{_n(x)}" y="{_n(y)}" {size}/></clipPath>'

    def at(self, point: Point) -> Point:
        """Give the place of a point on paper."""
        return point[0] + _MARGIN + 2, self.table.depth - point[1] + _MARGIN

    def xy(self, point: Point) -> str:
        """Write the place of a point."""
        x, y = self.at(point)
        return f"{_n(x)} {_n(y)}"

    def ground(self) -> list[str]:
        """Draw the ground with lines every ten centimetres."""
        width, depth = self.table.width, self.table.depth
        x, y = self.at((0, depth))
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(depth)}"'
        parts = [f'<rect class="ground" {place}/>']
        # On a large table the lines would be a fog.
        step = 10 * max(1, math.ceil(max(width, depth) / 400))
        for across in range(step, math.ceil(width), step):
            line = f"M{self.xy((across, 0))}L{self.xy((across, depth))}"
            parts.append(f'<path class="grid" d="{line}"/>')
        for up in range(step, math.ceil(depth), step):
            line = f"M{self.xy((0, up))}L{self.xy((width, up))}"
            parts.append(f'<path class="grid" d="{line}"/>')
        for across in range(0, math.floor(width) + 1, step):
            x, y = self.at((across, 0))
            label = f"{across} cm" if across == 0 else str(across)
            parts.append(
                f'<text class="edge" x="{_n(x)}" y="{_n(y + 2.3)}" '
                f'text-anchor="middle">{label}</text>'
            )
        for up in range(step, math.floor(depth) + 1, step):
            x, y = self.at((0, up))
            parts.append(
                f'<text class="edge" x="{_n(x - 0.6)}" y="{_n(y + 0.6)}" '
                f'text-anchor="end">{up}</text>'
            )
        return parts

    def shape(self, outline: Outline, attributes: str) -> str:
        """Draw an outline."""
        if isinstance(outline, Disc):
            x, y = self.at(outline.centre)
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(outline.radius)}" {attributes}/>'
        corners = " ".join(self.xy(corner).replace(" ", ",") for corner in outline.corners)
        return f'<polygon points="{corners}" {attributes}/>'

    def scenery(self, piece: Scenery) -> str:
        """Draw a piece of scenery."""
        outline = _ground_of(piece)
        said = f"{piece.name or 'Scenery'}: {piece.passage}, {piece.size}, {piece.height:g} cm high"
        shapes = [self.shape(outline, f'class="{piece.passage}"')]
        if piece.passage == "impassable":
            shapes.append(self.shape(outline, 'class="hatch"'))
        return f"<g><title>{_text(said)}</title>{''.join(shapes)}</g>"

    def scenery_name(self, piece: Scenery) -> str:
        """Write the name of a piece of scenery upon it."""
        outline = _ground_of(piece)
        if isinstance(outline, Disc):
            x, y = self.at(outline.centre)
        else:
            count = len(outline.corners)
            x, y = self.at(
                (
                    sum(corner[0] for corner in outline.corners) / count,
                    sum(corner[1] for corner in outline.corners) / count,
                )
            )
        return f'<text class="place" x="{_n(x)}" y="{_n(y + 0.6)}">{_text(piece.name or "")}</text>'

    def bases(self) -> list[str]:
        """Draw all bases, each with its front and its number."""
        outlines = self.table.outlines()
        names = self.table.names()
        return [
            self.base(number, fighter, *outlines[number], names[number])
            for number, fighter in enumerate(self.table.fighters)
        ]

    def base(self, number: int, fighter: Placed, mire: Point, outline: Outline, name: str) -> str:
        """Draw a base."""
        if fighter.health.level == "killed":
            return self.shape(outline, 'class="gone"')
        fill, rim = _SIDES[fighter.side]
        routed = " routed" if fighter.routed else ""
        shapes = [self.shape(outline, f'class="base{routed}" fill="{fill}" stroke="{rim}"')]
        shapes.append(f'<path class="front" d="{self.front(fighter, mire)}"/>')
        x, y = self.at(fighter.position)
        reach = math.dist(fighter.position, mire)
        # The number stands a little behind the centre, out of the way of the front.
        back = math.radians(fighter.facing)
        x, y = x - 0.25 * reach * math.cos(back), y + 0.25 * reach * math.sin(back)
        size = min(1.5, 1.05 * reach)
        shapes.append(
            f'<text class="number" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}px">{number}</text>'
        )
        said = f"{number}: {name}, side {fighter.side}, facing {fighter.facing:g}°"
        return f"<g><title>{_text(said)}</title>{''.join(shapes)}</g>"

    def front(self, fighter: Placed, mire: Point) -> str:
        """Draw the mark of the front: an arrow head at the mire."""
        angle = math.radians(fighter.facing)
        size = min(0.55, 0.4 * math.dist(fighter.position, mire))
        tip = _along(mire, angle, -0.22)
        left = _along(_along(tip, angle, -size), angle + math.pi / 2, size)
        right = _along(_along(tip, angle, -size), angle - math.pi / 2, size)
        return f"M{self.xy(left)}L{self.xy(tip)}L{self.xy(right)}"

    def leg(self, leg: Leg) -> str:
        """Draw a piece of a path, from where the pen is."""
        if not isinstance(leg, Arc):
            return f"L{self.xy(leg.end)}"
        radius = _n(leg.radius)
        # On paper what is counter-clockwise on the table goes against the hands of the clock too.
        sweep = 0 if leg.angle > 0 else 1
        if abs(leg.angle) < 359.9:
            large = 1 if abs(leg.angle) > 180 else 0
            return f"A{radius} {radius} 0 {large} {sweep} {self.xy(leg.end)}"
        across = (2 * leg.centre[0] - leg.start[0], 2 * leg.centre[1] - leg.start[1])
        half = f"A{radius} {radius} 0 0 {sweep}"
        return f"{half} {self.xy(across)}{half} {self.xy(leg.end)}"

    def path(self, path: Path) -> str:
        """Draw a path with its length."""
        if not path.legs:
            return ""
        start = path.legs[0].start
        line = f"M{self.xy(start)}{''.join(self.leg(leg) for leg in path.legs)}"
        x, y = self.at(start)
        label_x, label_y, anchor = self.beside(max(path.legs, key=_long))
        return (
            f'<g><path class="path" d="{line}"/><path class="way" d="{line}" '
            f'marker-end="url(#arrow)"/><circle class="start" cx="{_n(x)}" cy="{_n(y)}" r=".4"/>'
            f'<text class="length" x="{_n(label_x)}" y="{_n(label_y + 0.6)}" '
            f'text-anchor="{anchor}">{path.length:.1f} cm</text></g>'
        )

    def beside(self, leg: Leg) -> tuple[float, float, str]:
        """Give a place for a text to the right of the middle of a piece of a path, or above it."""
        (x, y), (end_x, end_y) = self.at(leg.start), self.at(leg.end)
        middle_x, middle_y = (x + end_x) / 2, (y + end_y) / 2
        if abs(end_y - y) < 0.3 * abs(end_x - x):
            return middle_x, middle_y - 1.5, "middle"
        return middle_x + 1.1, middle_y, "start"

    def reach(self, reach: Reach) -> str:
        """Draw the ground that can be reached."""
        contours = (
            f"M{self.xy(contour[0].start)}{''.join(self.leg(leg) for leg in contour)}Z"
            for contour in reach.contours
            if contour
        )
        said = f"reach {reach.distance:g} cm: {reach.area:.0f} cm²"
        line = "".join(contours)
        return f'<g><title>{said}</title><path class="reach" d="{line}"/></g>'

    def listed(self) -> list[list[tuple[int, str]]]:
        """List the fighters of each side with their numbers."""
        names = [fighter.name for fighter in self.table.fighters]
        sides: list[list[tuple[int, str]]] = [[], []]
        for number, fighter in enumerate(self.table.fighters):
            gone = " (gone)" if fighter.health.level == "killed" else ""
            sides[fighter.side].append((number, f"{names[number]}{gone}"))
        return sides

    def legend_rows(self) -> int:
        """Count the lines below the table."""
        if len(self.table.fighters) > _MOST_LISTED:
            return 1
        columns = self.columns()
        lines = max((math.ceil(len(side) / columns) for side in self.listed()), default=0)
        return lines + (1 if self.table.name else 0)

    def columns(self) -> int:
        """Count the names that stand side by side for each side."""
        return max(1, int(self.table.width / 2 // 26))

    def legend(self, top: float) -> list[str]:
        """Write the name of the table and who is who."""
        parts = []
        x = self.at((0, 0))[0]
        if self.table.name:
            name = _text(self.table.name)
            parts.append(f'<text class="title" x="{_n(x)}" y="{_n(top)}">{name}</text>')
            top += _ROW
        if len(self.table.fighters) > _MOST_LISTED:
            return parts
        columns = self.columns()
        for side, fighters in enumerate(self.listed()):
            for place, (number, name) in enumerate(fighters):
                row, column = divmod(place, columns)
                left = x + side * self.table.width / 2 + column * 26
                y = top + row * _ROW
                parts.append(
                    f'<circle cx="{_n(left + 1.1)}" cy="{_n(y - 0.65)}" r="1.25" '
                    f'fill="{_SIDES[side][0]}"/>'
                    f'<text class="number" x="{_n(left + 1.1)}" y="{_n(y - 0.65)}" '
                    f'font-size="1.4px">{number}</text>'
                    f'<text class="listed" x="{_n(left + 3)}" y="{_n(y)}">{_text(name)}</text>'
                )
        return parts


def _ground_of(piece: Scenery) -> Outline:
    if piece.disc is not None:
        return Disc(*piece.disc)
    return Polygon(piece.polygon or ())


def _long(leg: Leg) -> float:
    return math.dist(leg.start, leg.end)


def _along(point: Point, angle: float, distance: float) -> Point:
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


def _n(number: float) -> str:
    """Write a number short enough for a picture."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text in {"", "-0"} else text


def _text(text: str) -> str:
    """Write a text so that it is one in XML too."""
    return escape("".join(letter if letter.isprintable() else "?" for letter in text))
