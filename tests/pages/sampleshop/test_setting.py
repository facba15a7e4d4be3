"""The sample shop is there only where an operator wants it."""

import tempfile
from pathlib import Path

import pytest

from openmall.configuration import Configuration, from_environment, to_environment
from tests.world import open_stage


def test_without_the_setting_there_is_no_shop() -> None:
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        world = stage.new_world("plain")

        answers = [world.request(method, path) for method, path in (
            ("GET", "/"), ("GET", "/cart"), ("POST", "/sign-in"), ("GET", "/products/1"),
        )]  # fmt: skip

    assert [answer.status_code for answer in answers] == [404] * 4
    assert all("error" in answer.json() for answer in answers)


@pytest.mark.parametrize("said", ["1", "true", "True"])
def test_the_setting_reaches_workers(said: str) -> None:
    configuration = from_environment({"OPENMALL_SAMPLE_SHOP": said})

    assert configuration.sample_shop
    assert from_environment(to_environment(configuration)).sample_shop
    assert not Configuration().sample_shop
    assert not from_environment(to_environment(Configuration())).sample_shop
