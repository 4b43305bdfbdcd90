"""A second opinion on the length of shortest paths, for tests only.

It shares nothing with the core or with the reference but the definition. Every bitangent of every
two discs is drawn at once with numpy; corners are plain points of a visibility graph, at which a
path may bend as it likes; the rim of a disc is a chain of small arcs between everything that
happens on it. :func:`bracket` is a third opinion: polygons inside and outside of every disc give
a length that is too short and one that is too long.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scenes import Pair, PathScene, Shape, Walls

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

GRAZE = 1e-9
PUSH = 1e-7
"""How far a barrier is drawn on into its two obstacles."""


@dataclass(frozen=True)
class Wall:
    """The closest approach of two obstacles whose gap is too narrow."""

    a: Pair
    b: Pair
    bodies: tuple[int, int]


def edges(shape: Shape) -> list[tuple[Pair, Pair]]:
    points = shape.points
    area = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    )
    if area < 0:
        points = points[::-1]
    return list(zip(points, points[1:] + points[:1], strict=True))


def half_planes(shape: Shape) -> Floats:
    """Rows (a, b, c): a point is inside where a·x + b·y < c for each."""
    rows = []
    for (ax, ay), (bx, by) in edges(shape):
        length = math.hypot(bx - ax, by - ay)
        a, b = (by - ay) / length, -(bx - ax) / length
        rows.append((a, b, a * ax + b * ay))
    return np.array(rows)


def is_inside(shape: Shape, x: Floats, y: Floats) -> Flags:
    """Which points are inside, deeper than a graze."""
    if shape.is_disc:
        (cx, cy), radius = shape.points[0], shape.radius
        return np.asarray(np.hypot(x - cx, y - cy) < radius - GRAZE)
    planes = half_planes(shape)
    height = x[:, None] * planes[:, 0] + y[:, None] * planes[:, 1] - planes[:, 2]
    return np.asarray(np.all(height < -GRAZE, axis=1))


def passes_inside(shape: Shape, p: Floats, q: Floats) -> Flags:
    """Which of the lines from p to q (rows x, y) run inside a shape."""
    way = q - p
    length = np.hypot(way[:, 0], way[:, 1])
    if shape.is_disc:
        to_centre = np.array(shape.points[0]) - p
        safe = np.where(length > 0, length, 1.0)
        share = np.clip(np.sum(to_centre * way, axis=1) / safe**2, 0, 1)
        nearest = to_centre - way * share[:, None]
        return np.asarray(np.hypot(nearest[:, 0], nearest[:, 1]) < shape.radius - GRAZE)
    planes = half_planes(shape)
    low, high = np.zeros(len(p)), np.ones(len(p))
    for a, b, c in planes:
        begin = a * p[:, 0] + b * p[:, 1] - c + GRAZE
        climb = a * way[:, 0] + b * way[:, 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -begin / climb
        high = np.where(climb > 0, np.minimum(high, at), high)
        low = np.where(climb < 0, np.maximum(low, at), low)
        low = np.where((climb == 0) & (begin >= 0), 2.0, low)
    return np.asarray(low < high)


def nearest_on(shape: Shape, point: Pair) -> Pair:
    """The point of a polygon's rim, or of a disc's, nearest to a point outside."""
    if shape.is_disc:
        (cx, cy), radius = shape.points[0], shape.radius
        far = math.dist((cx, cy), point)
        return cx + (point[0] - cx) * radius / far, cy + (point[1] - cy) * radius / far
    best, least = point, math.inf
    for (ax, ay), (bx, by) in edges(shape):
        share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / (
            (bx - ax) ** 2 + (by - ay) ** 2
        )
        share = min(1.0, max(0.0, share))
        foot = (ax + (bx - ax) * share, ay + (by - ay) * share)
        if math.dist(foot, point) < least:
            best, least = foot, math.dist(foot, point)
    return best


def closest(one: Shape, other: Shape) -> tuple[Pair, Pair]:
    """The closest approach: the middle of all pairs that are equally near."""
    if one.is_disc:
        end = nearest_on(other, one.points[0])
        return nearest_on(one, end), end
    if other.is_disc:
        end, start = closest(other, one)
        return start, end
    pairs = [(corner, nearest_on(other, corner)) for corner in one.points]
    pairs += [(nearest_on(one, corner), corner) for corner in other.points]
    least = min(math.dist(*pair) for pair in pairs)
    ties = [pair for pair in pairs if math.dist(*pair) < least + 1e-9]
    ties.sort()
    first, last = ties[0], ties[-1]
    middle = [((first[k][0] + last[k][0]) / 2, (first[k][1] + last[k][1]) / 2) for k in range(2)]
    return middle[0], middle[1]


def overlaps(one: Shape, other: Shape) -> bool:
    """Whether two shapes share more than their rims."""
    if one.is_disc and other.is_disc:
        return math.dist(one.points[0], other.points[0]) < one.radius + other.radius - 1e-7
    if one.is_disc:
        centre = one.points[0]
        if is_inside(other, np.array([centre[0]]), np.array([centre[1]]))[0]:
            return True
        return math.dist(centre, nearest_on(other, centre)) < one.radius - 1e-7
    if other.is_disc:
        return overlaps(other, one)
    for shape, against in ((one, other), (other, one)):
        points = np.array(against.points)
        for a, b, c in half_planes(shape):
            if np.min(points @ np.array([a, b]) - c) > -1e-7:
                return False
    return True


def walls_of(scene: PathScene) -> list[Wall]:
    """The barriers of a scene."""
    found = []
    for i, one in enumerate(scene.obstacles):
        for j in range(i):
            other = scene.obstacles[j]
            if overlaps(one, other):
                continue
            a, b = closest(one, other)
            if math.dist(a, b) < max(scene.width - GRAZE, GRAZE):
                found.append(Wall(a, b, (i, j)))
    return found


def cross(o: Floats, a: Floats, b: Floats) -> Floats:
    return np.asarray(
        (a[..., 0] - o[..., 0]) * (b[..., 1] - o[..., 1])
        - (a[..., 1] - o[..., 1]) * (b[..., 0] - o[..., 0])
    )


class Oracle:
    """The shortest paths of one scene."""

    def __init__(self, scene: PathScene, walls: list[Wall]) -> None:
        self.scene = scene
        self.walls = walls
        bodies = [*scene.obstacles, *(crossing.shape for crossing in scene.crossings)]
        self.discs = [body for body in bodies if body.is_disc]
        ends = [end for wall in self.walls for end in (wall.a, wall.b)]
        self.corners = [
            corner
            for body in bodies
            if not body.is_disc
            for corner in body.points
            if all(math.dist(corner, end) > GRAZE for end in ends)
        ]

    def long_walls(self) -> tuple[Floats, Floats]:
        """The barriers, drawn on a little into both obstacles."""
        ends: tuple[list[Pair], list[Pair]] = [], []
        for wall in self.walls:
            for (x, y), body, found in zip((wall.a, wall.b), wall.bodies, ends, strict=True):
                to_x, to_y = self.scene.obstacles[body].middle
                far = math.hypot(to_x - x, to_y - y) or 1.0
                found.append((x + (to_x - x) / far * PUSH, y + (to_y - y) / far * PUSH))
        return np.array(ends[0]).reshape(-1, 2), np.array(ends[1]).reshape(-1, 2)

    def open_lines(self, p: Floats, q: Floats) -> Flags:
        """Which lines enter no obstacle, cross no barrier and stay on the table."""
        is_open = np.ones(len(p), dtype=bool)
        for body in self.scene.obstacles:
            is_open &= ~passes_inside(body, p, q)
        if self.scene.table is not None:
            high = np.array(self.scene.table) + GRAZE
            for end in (p, q):
                is_open &= np.all((end >= -GRAZE) & (end <= high), axis=1)
        for a, b in zip(*self.long_walls(), strict=True):
            one, other = cross(p, q, a), cross(p, q, b)
            first, last = cross(a, b, p), cross(a, b, q)
            is_open &= ~((one * other < 0) & (first * last < 0))
        return is_open

    def prices(self, p: Floats, q: Floats) -> Floats:
        """What lines pay for crossing scenery."""
        paid = np.zeros(len(p))
        for crossing in self.scene.crossings:
            paid += toll(
                crossing,
                passes_inside(crossing.shape, p, q),
                is_inside(crossing.shape, p[:, 0], p[:, 1]),
                is_inside(crossing.shape, q[:, 0], q[:, 1]),
            )
        return paid

    def length(self) -> float:
        """The length of the shortest path; infinite when there is none."""
        scene = self.scene
        # Circles with a sign: the sense in which a path goes round; points have radius 0.
        centres = [scene.start, scene.goal, *self.corners]
        signed = [0.0] * len(centres)
        for disc in self.discs:
            for sense in (1.0, -1.0):
                centres.append(disc.points[0])
                signed.append(sense * disc.radius)
        c, rho = np.array(centres), np.array(signed)
        graph = self.graph(c, rho)
        return dijkstra(graph, 0, 1)

    def graph(self, c: Floats, rho: Floats) -> dict[int, list[tuple[int, float]]]:
        """Nodes 0 … are the points; every end of a line on a disc is a node of its own."""
        count = len(c)
        i, j = (index.ravel() for index in np.meshgrid(range(count), range(count), indexing="ij"))
        # No line from a disc to itself, into the start or out of the goal.
        far = np.hypot(c[j, 0] - c[i, 0], c[j, 1] - c[i, 1])
        keep = (i != j) & (j != 0) & (i != 1) & (far > 1e-12)
        aside = rho[j] - rho[i]
        keep &= np.abs(aside) <= far + 1e-9
        i, j, far, aside = i[keep], j[keep], far[keep], aside[keep]
        toward = np.arctan2(c[j, 1] - c[i, 1], c[j, 0] - c[i, 0])
        heading = toward - np.arcsin(np.clip(aside / far, -1, 1))
        right = np.stack([np.sin(heading), -np.cos(heading)], axis=1)
        p, q = c[i] + right * rho[i][:, None], c[j] + right * rho[j][:, None]
        keep = self.open_lines(p, q)
        i, j, p, q, heading = i[keep], j[keep], p[keep], q[keep], heading[keep]
        cost = np.hypot(q[:, 0] - p[:, 0], q[:, 1] - p[:, 1]) + self.prices(p, q)
        graph: dict[int, list[tuple[int, float]]] = {node: [] for node in range(count)}
        on_disc: dict[int, list[tuple[float, int]]] = {}
        fresh = count
        for one, other, angle, price in zip(i, j, heading, cost, strict=True):
            nodes = []
            for circle in (int(one), int(other)):
                if rho[circle] == 0:
                    nodes.append(circle)
                    continue
                normal = (angle - math.copysign(math.pi / 2, rho[circle])) % math.tau
                on_disc.setdefault(circle, []).append((normal, fresh))
                graph[fresh] = []
                nodes.append(fresh)
                fresh += 1
            graph[nodes[0]].append((nodes[1], float(price)))
        for circle, ends in on_disc.items():
            self.chain(graph, tuple(c[circle]), float(rho[circle]), ends)
        return graph

    def chain(
        self,
        graph: dict[int, list[tuple[int, float]]],
        centre: Pair,
        rho: float,
        ends: list[tuple[float, int]],
    ) -> None:
        """Join the nodes of one disc, in the order in which a path meets them."""
        radius = abs(rho)
        cuts = self.cuts(centre, radius)
        fresh = max(graph) + 1
        events = self.events(centre, radius)
        extra = [(angle % math.tau, fresh + k) for k, (angle, _) in enumerate(events)]
        graph.update({node: [] for _, node in extra})
        nodes = sorted(ends + extra, reverse=rho < 0)
        angles = np.array([angle for angle, _ in nodes])
        sense = math.copysign(1, rho)
        step = ((np.roll(angles, -1) - angles) * sense) % math.tau
        step[step > math.tau - 1e-12] = 0.0
        if len(nodes) == 1:
            return
        middle = angles + sense * step / 2
        x, y = centre[0] + radius * np.cos(middle), centre[1] + radius * np.sin(middle)
        is_open = np.ones(len(nodes), dtype=bool)
        for body in self.scene.obstacles:
            is_open &= ~is_inside(body, x, y)
        if self.scene.table is not None:
            width, depth = self.scene.table
            is_open &= (x >= -GRAZE) & (x <= width + GRAZE) & (y >= -GRAZE) & (y <= depth + GRAZE)
        for cut in cuts:
            ahead = ((cut - angles) * sense + 1e-8) % math.tau - 1e-8
            is_open &= ~(ahead <= step + 1e-8)
        price = radius * step
        for number, crossing in enumerate(self.scene.crossings):
            inside = is_inside(crossing.shape, x, y) & (step > 0)
            ex = centre[0] + radius * np.cos(angles)
            ey = centre[1] + radius * np.sin(angles)
            at_end = is_inside(crossing.shape, ex, ey)
            # Where the rim itself is met is outside, whatever rounding says.
            rims = {fresh + k for k, (_, owner) in enumerate(events) if owner == number}
            at_end &= np.array([node not in rims for _, node in nodes])
            price += toll(crossing, inside, at_end, np.roll(at_end, -1))
        for k, (_, node) in enumerate(nodes):
            if is_open[k]:
                graph[node].append((nodes[(k + 1) % len(nodes)][1], float(price[k])))

    def cuts(self, centre: Pair, radius: float) -> list[float]:
        """The angles at which barriers end on a disc, or cut it."""
        found = []
        for wall in self.walls:
            ends = [end for end in (wall.a, wall.b) if abs(math.dist(end, centre) - radius) < 1e-8]
            if ends:
                found += [math.atan2(end[1] - centre[1], end[0] - centre[0]) for end in ends]
            elif math.dist(wall.a, wall.b) > 1e-9:
                found += circle_and_line(centre, radius, wall.a, wall.b)
        return found

    def events(self, centre: Pair, radius: float) -> list[tuple[float, int]]:
        """The angles at which a disc meets other rims and the edges of the table, and the number of
        the crossing whose rim that is (-1 for any other)."""
        bodies = [(body, -1) for body in self.scene.obstacles]
        bodies += [(crossing.shape, k) for k, crossing in enumerate(self.scene.crossings)]
        if self.scene.table is not None:
            w, d = self.scene.table
            bodies.append((Shape(((0.0, 0.0), (w, 0.0), (w, d), (0.0, d))), -1))
        found: list[tuple[float, int]] = []
        for body, owner in bodies:
            if body.is_disc:
                angles = circle_and_circle(centre, radius, body.points[0], body.radius)
            else:
                angles = [
                    angle for a, b in edges(body) for angle in circle_and_line(centre, radius, a, b)
                ]
            found += [(angle, owner) for angle in angles]
        return found


def toll(crossing: Walls, through: Flags, begins: Flags, ends: Flags) -> Floats:
    """What is paid by lines that run inside: up unless they begin there, down unless they end."""
    up = np.where(through & ~begins, crossing.up, 0.0)
    down = np.where(through & ~ends, crossing.down, 0.0)
    return np.asarray(up + down)


def circle_and_line(centre: Pair, radius: float, a: Pair, b: Pair) -> list[float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    fx, fy = a[0] - centre[0], a[1] - centre[1]
    qa, qb, qc = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
    root = qb * qb - 4 * qa * qc
    if root <= 0:
        return []
    shares = [(-qb - math.sqrt(root)) / (2 * qa), (-qb + math.sqrt(root)) / (2 * qa)]
    return [
        math.atan2(fy + share * dy, fx + share * dx)
        for share in shares
        if -1e-9 <= share <= 1 + 1e-9
    ]


def circle_and_circle(centre: Pair, radius: float, other: Pair, other_radius: float) -> list[float]:
    far = math.dist(centre, other)
    if far < 1e-12 or far > radius + other_radius or far < abs(radius - other_radius):
        return []
    cosine = (radius**2 + far**2 - other_radius**2) / (2 * radius * far)
    half = math.acos(max(-1.0, min(1.0, cosine)))
    toward = math.atan2(other[1] - centre[1], other[0] - centre[0])
    return [toward - half, toward + half]


def dijkstra(graph: dict[int, list[tuple[int, float]]], start: int, goal: int) -> float:
    best = {start: 0.0}
    waiting = [(0.0, start)]
    while waiting:
        far, node = heapq.heappop(waiting)
        if node == goal:
            return far
        if far > best[node]:
            continue
        for following, cost in graph[node]:
            if far + cost < best.get(following, math.inf):
                best[following] = far + cost
                heapq.heappush(waiting, (far + cost, following))
    return math.inf


def length(scene: PathScene) -> float:
    """The length of the shortest path of a scene; infinite when there is none."""
    inside = any(
        is_inside(body, np.array([x]), np.array([y]))[0]
        for body in scene.obstacles
        for x, y in (scene.start, scene.goal)
    )
    if inside:
        return math.inf
    if math.dist(scene.start, scene.goal) == 0:
        return 0.0
    return Oracle(scene, walls_of(scene)).length()


def ends_on_a_wall(scene: PathScene) -> bool:
    """Whether an end of the path lies on a barrier: it may then be left, or met, on both sides,
    which the oracle does not do."""
    return any(
        math.dist(nearest_on(Shape((wall.a, wall.b)), end), end) < 1e-6
        if math.dist(wall.a, wall.b) > 1e-6
        else math.dist(wall.a, end) < 1e-6
        for wall in walls_of(scene)
        for end in (scene.start, scene.goal)
    )


def bracket(scene: PathScene, sides: int = 48) -> tuple[float, float]:
    """A length that is too short and one that is too long: discs as polygons in and about them.

    The barriers are those of the discs themselves. A smaller obstacle never lengthens a path, so
    the shortest path among the discs lies between the two.
    """
    bounds = []
    for grown in (1.0, 1 / math.cos(math.pi / sides)):
        polygons = tuple(polygon_of(body, sides, grown) for body in scene.obstacles)
        walls = [anchored(wall, scene) for wall in walls_of(scene)]
        bounds.append(Oracle(replace(scene, obstacles=polygons), walls).length())
    return bounds[0], bounds[1]


def polygon_of(body: Shape, sides: int, grown: float) -> Shape:
    if not body.is_disc:
        return body
    (x, y), radius = body.points[0], body.radius * grown
    angles = [math.tau * k / sides for k in range(sides)]
    return Shape(tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles))


def anchored(wall: Wall, scene: PathScene) -> Wall:
    """Draw a barrier on to the middles of its discs, so that no crack is left at a polygon."""
    one, other = (scene.obstacles[body] for body in wall.bodies)
    a = one.middle if one.is_disc else wall.a
    b = other.middle if other.is_disc else wall.b
    return Wall(a, b, wall.bodies)
