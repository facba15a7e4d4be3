"""The writes of a job are recorded, one for each of its batches."""

import pytest

from openmall.api.pipeline import job_execution
from tests.commerce.undo.undo_calls import undo, writes
from tests.world import World

LATER = {"Prefer": "respond-async"}


def work(world: World) -> None:
    world.stage.run(world.stage.app.periodic_tasks.job_executor.work)


def amounts(world: World, path: str) -> list[str]:
    return [each["additional_amount"] for each in world.get(path)["variants"]]


def test_each_batch_is_undone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_execution, "BATCH_SIZE", 2)
    number = world.product()["product_no"]
    options = [{"option_name": "Size", "option_value": [{"option_text": x} for x in "SML"]}]
    world.post(f"products/{number}/options", has_option="T", option_type="T", options=options)
    path = f"products/{number}/variants"
    codes = [each["variant_code"] for each in world.get(path)["variants"]]
    before = len(writes(world))
    body = {"requests": [{"variant_code": each, "additional_amount": "500"} for each in codes]}
    answer = world.call("PUT", path, json=body, headers=LATER)
    assert answer.status_code == 202, answer.text
    work(world)
    assert amounts(world, path) == ["500.00"] * 3
    assert len(writes(world)) == before + 2
    second, first = writes(world)[:2]
    assert {second["state"], first["state"]} == {"open"}

    assert undo(world, first["write_no"]).json()["write"]["reverted"] == 2
    assert amounts(world, path) == ["0.00", "0.00", "500.00"]
    assert undo(world, second["write_no"]).json()["write"]["reverted"] == 1
    assert amounts(world, path) == ["0.00"] * 3


def test_a_job_of_one_object_is_undone(world: World) -> None:
    number = world.product(price="1000")["product_no"]
    body = {"request": {"price": "900"}}
    assert world.call("PUT", f"products/{number}", json=body, headers=LATER).status_code == 202
    work(world)
    assert [world.get(f"products/{number}")["product"]["price"]] == ["900.00"]

    assert undo(world, writes(world)[0]["write_no"]).status_code == 201
    assert [world.get(f"products/{number}")["product"]["price"]] == ["1000.00"]
