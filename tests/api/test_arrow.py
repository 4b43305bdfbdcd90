"""The table of outcomes as other libraries take it: the Arrow PyCapsule interface."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import fracas as fr

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")

GUARD, WARRIOR = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
COMBAT = fr.combat(GUARD, [WARRIOR, WARRIOR])
COLUMNS = [
    *(f"level_{fighter}" for fighter in range(3)),
    *(f"stunned_{fighter}" for fighter in range(3)),
    *("passes", "landed_0", "landed_1"),
]


def test_an_exact_law_is_a_table_with_a_row_for_each_outcome() -> None:
    law = COMBAT.exact()
    table = law.to_arrow()
    assert table.column_names == ["probability", *COLUMNS]
    assert [str(kind) for kind in table.schema.types] == ["double"] + ["uint8"] * len(COLUMNS)
    assert not any(column.null_count for column in table.columns)
    table.validate(full=True)
    np.testing.assert_array_equal(table["probability"].to_numpy(), law.weights)
    for fighter in range(3):
        for name, rows in (("level", law.outcome_levels), ("stunned", law.outcome_stunned)):
            column = table[f"{name}_{fighter}"].to_numpy()
            np.testing.assert_array_equal(column, rows[:, fighter])
    np.testing.assert_array_equal(table["passes"].to_numpy(), law.outcome_passes)
    for side in (0, 1):
        np.testing.assert_array_equal(
            table[f"landed_{side}"].to_numpy(), law.outcome_landed[:, side]
        )


def test_a_simulation_has_counts_and_shares() -> None:
    result = COMBAT.simulate(10_000, seed=3)
    table = pyarrow.table(result)
    assert table.column_names == ["count", "share", *COLUMNS]
    counts = table["count"].to_numpy()
    assert counts.dtype == np.uint64
    assert counts.sum() == 10_000
    np.testing.assert_array_equal(table["share"].to_numpy(), counts / 10_000)


def test_polars_takes_a_result_as_it_is() -> None:
    law = COMBAT.exact()
    frame = polars.DataFrame(law)
    assert frame.columns == ["probability", *COLUMNS]
    killed = frame.filter(polars.col("level_0") == 4)["probability"].sum()
    assert killed == pytest.approx(float(law.killed[0]), abs=1e-12)


def test_a_table_outlives_the_result_it_was_made_from() -> None:
    table = pyarrow.table(COMBAT.exact())
    gc.collect()
    assert sum(table["probability"].to_pylist()) == pytest.approx(1, abs=1e-12)


def test_every_stream_can_be_read_once_and_asked_for_again() -> None:
    law = COMBAT.exact()
    first, second = pyarrow.table(law), pyarrow.table(law)
    assert first.equals(second)
    capsule = law.__arrow_c_stream__()
    assert type(capsule).__name__ == "PyCapsule"
    # Nobody reads this one: it must clean up behind itself.
    del capsule
    gc.collect()


def test_a_table_is_as_wide_as_the_combat() -> None:
    giant = fr.library()["Giant"]
    table = fr.combat(giant, [WARRIOR] * 6).exact().to_arrow()
    assert table.num_columns == 1 + 2 * 7 + 3
