"""The command ``fracas``. It needs the extra ``cli``; nothing else in the package does."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

_EXTRA = ("rich", "typer")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 2 when the input was wrong."""
    try:
        # The extra may be missing: this is the one place that finds out.
        from fracas.cli.app import run  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name not in _EXTRA:
            raise
        print(
            f"The command line of fracas needs {missing.name}: "
            'install it with pip install "fracas[cli]".',
            file=sys.stderr,
        )
        return 2
    return run(arguments)
