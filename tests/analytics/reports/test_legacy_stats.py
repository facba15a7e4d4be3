"""Statistics of the time before 2023 come in whole and once, and go again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.analytics.engine.engine import Batch, EngineAway
from openmall.transfer.imports import legacy_stats
from openmall.transfer.imports.legacy_stats import Fault, LegacyStats, Summary
from tests.analytics.reports.test_wire import ask
from tests.world import World

pytestmark = pytest.mark.one_store

BORDER = {"start_date": "2022-12-01", "end_date": "2023-01-31"}
ROWS: list[dict[str, Any]] = [
    {"report": "visitpaths/ads", "date": "2022-12-30", "ad": "kite", "visit_count": 3},
    {"report": "visitpaths/ads", "date": "2022-12-31", "ad": "kite", "visit_count": 4},
    {"report": "visitpaths/ads", "date": "2022-12-31", "ad": "", "visit_count": 1},
]
SAID = [{"ad": "kite", "visit_count": 7}, {"ad": "no channel", "visit_count": 1}]


def _file(folder: Path, rows: Sequence[dict[str, Any]], name: str = "stats.jsonl") -> Path:
    file = folder / name
    file.write_bytes(b"\n".join(map(msgspec.json.encode, rows)) + b"\n")
    return file


def _does(world: World, file: Path, *, undo: bool = False, engine: Any = None) -> Summary:
    stats = LegacyStats(file, world.mall_id, 1)
    engine = engine or world.stage.engine
    work: Callable[..., Any] = stats.take_back if undo else stats.bring_in
    found: Summary = world.stage.run(work, world.stage.app.database, engine, lambda share: None)
    return found


def _ads(world: World) -> Any:
    return ask(world, "visitpaths/ads", **BORDER).json()["ads"]


def test_a_file_counts_once_until_it_is_taken_back(world: World, tmp_path: Path) -> None:
    file = _file(tmp_path, ROWS)
    for undo, outcome, said in (
        (True, "not there", []),
        (False, "brought in", SAID),
        (False, "there already", SAID),
        (True, "taken back", []),
        (True, "not there", []),
        (False, "brought in", SAID),
    ):
        assert _does(world, file, undo=undo) == Summary(rows=3, outcome=outcome)  # type: ignore[arg-type] # of the six
        assert _ads(world) == said


def test_a_run_that_was_stopped_anywhere_goes_on(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(legacy_stats, "AT_ONCE", 1)
    file = _file(tmp_path, ROWS)

    class Stopping:
        """Keeps as many batches as it was told, and is away then."""

        def __init__(self, some: int) -> None:
            self.some = some

        async def keep(self, batches: Sequence[Batch]) -> None:
            if self.some == 0:
                raise EngineAway("stopped")
            self.some -= 1
            await world.stage.engine.keep(batches)

    for undo, after in ((False, SAID), (True, []), (False, SAID)):
        for some in (0, 1, 2):
            with pytest.raises(EngineAway):
                _does(world, file, undo=undo, engine=Stopping(some))
        _does(world, file, undo=undo)
        assert _ads(world) == after
    with pytest.raises(EngineAway):
        _does(world, file, undo=True, engine=Stopping(1))
    with pytest.raises(ValueError, match="end that with --undo first"):
        _does(world, file)
    _does(world, file, undo=True)
    with pytest.raises(EngineAway):
        _does(world, file, engine=Stopping(1))
    assert _does(world, file, undo=True).outcome == "taken back", "half of it is no less there"
    assert _ads(world) == []


def test_another_shop_and_another_mall_have_their_own(world: World, tmp_path: Path) -> None:
    other = world.stage.new_world(f"other-{world.mall_id}")
    file = _file(tmp_path, ROWS)
    _does(other, file)
    assert _ads(world) == []
    _does(world, file)
    _does(other, file, undo=True)
    assert (_ads(world), _ads(other)) == (SAID, [])


BOUNDED = "expected a number from 0 to 1,000,000,000,000,000"
FINE = {"report": "sales/times", "date": "2022-06-01", "hour": 3, "order_count": 1}


@pytest.mark.parametrize(
    ("changed", "field", "reason"),
    [
        ({"report": "sales/nothing"}, "report", "there is no such report"),
        ({"date": "2023-01-01"}, "date", "from 2023 on days are told by what happened on them"),
        ({"date": "30.12.2022"}, "date", "expected a date such as 2022-05-01"),
        ({"hour": None}, "hour", "it is missing"),
        ({"hour": 24}, "hour", "expected an hour from 0 to 23"),
        ({"hour": "x"}, "hour", "expected a number"),
        ({"device_type": "phone"}, "device_type", "expected pc, mobile or total"),
        ({"order_count": -1}, "order_count", BOUNDED),
        ({"order_count": 1.5}, "order_count", "expected a whole number"),
        ({"order_count": "NaN"}, "order_count", BOUNDED),
        ({"order_amount": "1.005"}, "order_amount", "expected two places at most"),
        ({"order_count": 0}, "", "the row counts nothing"),
        (
            {"visits": 1},
            "visits",
            "the report has no such field: hour, buyers_count, order_count, order_amount",
        ),
        ({"report": "products/view", "hour": None, "order_count": None, "count": 1}, "product_no",
         "a number from 1 on is missing"),
        ({"report": "visitpaths/keywordsales"}, "keyword", "it is missing"),
    ],
)  # fmt: skip
def test_a_row_at_fault_keeps_the_whole_file_out(
    world: World, tmp_path: Path, changed: dict[str, Any], field: str, reason: str
) -> None:
    file = _file(tmp_path, [FINE, {**FINE, **changed}])
    fault = Fault(line=2, field=field, reason=reason)
    summary = Summary(rows=1, outcome="at fault", faults=[fault], at_fault=1)
    assert LegacyStats(file, world.mall_id, 1).check() == summary
    assert _does(world, file) == summary
    assert ask(world, "sales/times", **BORDER).json() == {"times": []}
