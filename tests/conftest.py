"""What every test shares: how hard Hypothesis searches, and where the golden rows lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from golden_rows import GOLDEN

# Deadlines and speed checks would fail on a busy machine and say nothing about the rules. The
# profiles that gate a change repeat the same examples; only the long one looks for new ones.
_shared = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", _shared, max_examples=25, derandomize=True, database=None)
settings.register_profile("ci", _shared, max_examples=200, derandomize=True, database=None)
settings.register_profile("long", _shared, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture(scope="session")
def golden() -> Path:
    """Return the folder of the golden files; golden_rows.read_rows reads the tables in it."""
    return GOLDEN
