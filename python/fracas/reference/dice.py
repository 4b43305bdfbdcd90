"""Where dice come from: a seed, a script, or the record of an earlier game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from fracas.errors import InputError, Problem, ScriptError

__all__ = ["DiceSource", "Recorded", "Scripted", "Seeded", "philox2x64", "text_seed"]

WORD = 2**64
DICE_PER_WORD = 20


class DiceSource(Protocol):
    """Whatever hands out dice one at a time."""

    @property
    def record(self) -> list[tuple[str, int]]:
        """Name and value of every die rolled so far."""

    def roll(self, name: str) -> int:
        """Roll one die for the roll of this name: 1 to 6."""

    def finish(self) -> None:
        """Declare that no more dice will be asked for."""


def philox2x64(counter: tuple[int, int], key: int) -> tuple[int, int]:
    """Scramble a 128-bit counter under a 64-bit key: Philox2x64 with ten rounds.

    *Example*

    >>> [f"{word:016x}" for word in philox2x64((0, 0), 0)]
    ['ca00a0459843d731', '66c24222c9a845b5']
    """
    first, second = counter
    for _ in range(10):
        high, low = divmod(0xD2B74407B1CE6E93 * first, WORD)
        first, second = high ^ key ^ second, low
        key = (key + 0x9E3779B97F4A7C15) % WORD
    return first, second


def text_seed(text: str) -> int:
    """Turn a text into a seed: the 64-bit FNV-1a hash of its UTF-8 bytes.

    *Example*

    >>> f"{text_seed('a'):016x}"
    'af63dc4c8601ec8c'
    """
    seed = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        seed = (seed ^ byte) * 0x100000001B3 % WORD
    return seed


def dice_of_word(word: int) -> list[int]:
    """Cut one random word into twenty dice, or into none when it has to be skipped.

    *Dice* Read as a fraction of 2^64, the word is written out in base six; each digit is a die.

    *Edge cases* 2^64 is no multiple of 6^20: the few words in excess are skipped, which makes all
    sequences of twenty dice exactly equally likely.
    """
    sequences: int = 6**DICE_PER_WORD
    if word * sequences % WORD < WORD % sequences:
        return []
    dice = []
    for _ in range(DICE_PER_WORD):
        digit, word = divmod(word * 6, WORD)
        dice.append(1 + digit)
    return dice


def dice_stream(seed: int, game: int) -> Iterator[int]:
    """Give the endless dice of one game of a seed: dice-stream v1."""
    block = 0
    while True:
        for word in philox2x64((block, game), seed):
            yield from dice_of_word(word)
        block += 1


class Seeded:
    """The dice of one game of a seed.

    *Errors* ``InputError`` when the seed (unless it is a text) or the game is no whole number from
    0 to 2^64 - 1.

    *Example*

    >>> dice = Seeded("a rainy afternoon", game=3)
    >>> [dice.roll("check") for _ in range(5)]
    [3, 6, 3, 6, 5]
    """

    def __init__(self, seed: int | str, game: int = 0) -> None:
        number = text_seed(seed) if isinstance(seed, str) else seed
        problems = [
            Problem(field, repr(value), "a whole number from 0 to 2^64 - 1")
            for field, value in (("seed", number), ("game", game))
            if not is_whole_number(value, 0, WORD - 1)
        ]
        if problems:
            raise InputError(problems)
        self._stream = dice_stream(number, game)
        self._record: list[tuple[str, int]] = []

    @property
    def record(self) -> list[tuple[str, int]]:
        """Name and value of every die rolled so far."""
        return list(self._record)

    def roll(self, name: str) -> int:
        """Roll the next die of the stream."""
        self._record.append((name, next(self._stream)))
        return self._record[-1][1]

    def finish(self) -> None:
        """Do nothing: a stream has no end."""


class Scripted:
    """Dice written down beforehand, for rolls of any name.

    *Errors* ``ScriptError``: at construction for every value that is no die, at a roll when the
    script is used up, at the finish when dice are left over.

    *Example*

    >>> dice = Scripted([5, 2])
    >>> dice.roll("initiative"), dice.roll("initiative")
    (5, 2)
    >>> dice.finish()
    """

    def __init__(self, values: Iterable[int]) -> None:
        self._values = tuple(values)
        self._record: list[tuple[str, int]] = []
        problems = [
            Problem(f"dice[{position}]", repr(value), "a whole number from 1 to 6")
            for position, value in enumerate(self._values)
            if not is_whole_number(value, 1, 6)
        ]
        if problems:
            raise ScriptError(problems)

    @property
    def record(self) -> list[tuple[str, int]]:
        """Name and value of every die rolled so far."""
        return list(self._record)

    def roll(self, name: str) -> int:
        """Roll the next die of the script."""
        position = len(self._record)
        if position == len(self._values):
            found = f"the end of the script, at a roll of {name!r}"
            raise ScriptError([(f"dice[{position}]", found, "one more die")])
        self._record.append((name, self._values[position]))
        return self._values[position]

    def finish(self) -> None:
        """Insist that every die of the script was rolled."""
        position = len(self._record)
        if position < len(self._values):
            found = f"{self._values[position]}, which was never rolled"
            raise ScriptError([(f"dice[{position}]", found, "the end of the script")])


class Recorded(Scripted):
    """The dice of an earlier game, each for a roll of the name it had then.

    *Errors* those of :class:`Scripted`, and ``ScriptError`` when the next die is asked for by
    another name.

    *Example*

    >>> Recorded([("attack", 4)]).roll("defence")
    Traceback (most recent call last):
    fracas.errors.ScriptError: dice[0]: a roll of 'defence'; allowed: a roll of 'attack'
    """

    def __init__(self, record: Iterable[tuple[str, int]]) -> None:
        pairs = [(name, value) for name, value in record]
        self._names = [name for name, _ in pairs]
        super().__init__(value for _, value in pairs)

    def roll(self, name: str) -> int:
        """Roll the next die of the record, which must carry this name."""
        position = len(self._record)
        if position < len(self._names) and name != self._names[position]:
            allowed = f"a roll of {self._names[position]!r}"
            raise ScriptError([(f"dice[{position}]", f"a roll of {name!r}", allowed)])
        return super().roll(name)


def is_whole_number(value: object, lowest: int, highest: int) -> bool:
    """Tell whether this is an integer in its range; ``True`` and ``False`` are no numbers here."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest
