"""Wound rolls and what they do to a fighter (W-1 to W-7)."""

from __future__ import annotations

from fracas import _core
from fracas._core import Rules
from fracas.sources import DEFAULT_RULES, Source, dice_of
from fracas.types import Health, Wound, WoundRoll

__all__ = ["current", "wound_roll", "wounded"]


def wound_roll(
    strength: int, resilience: int, *, source: Source, rules: Rules = DEFAULT_RULES
) -> WoundRoll:
    """Roll two dice for a wound: the lower is the location, the higher makes the result.

    >>> import fracas as fr
    >>> fr.wound_roll(7, 11, source=[2, 3])
    WoundRoll(dice=(2, 3), location='arm', result=-1, wound='stunned')
    """
    with dice_of(source) as rolled:
        return WoundRoll(*_core.wound_roll(rules, strength, resilience, rolled))


def wounded(health: Health, wound: Wound, *, rules: Rules = DEFAULT_RULES) -> Health:
    """Give the health after one more wound: levels add up, stunned stands beside them.

    >>> import fracas as fr
    >>> fr.wounded(fr.Health("light"), "serious")
    Health(level='critical', stunned=0)
    """
    return Health(*_core.wounded(rules, health.level, health.stunned, wound))


def current(
    characteristic: str, value: int, health: Health, *, rules: Rules = DEFAULT_RULES
) -> int:
    """Give the current value of a characteristic of a fighter in that state of health.

    >>> import fracas as fr
    >>> fr.current("attack", 5, fr.Health("light", stunned=1))
    3
    """
    return _core.current(rules, characteristic, value, health.level, health.stunned)
