"""The shop's pages are there unless an operator switches them off."""

import tempfile
from pathlib import Path

import pytest

from openmall.configuration import Configuration, from_environment, to_environment
from tests.world import open_stage


def test_where_it_is_switched_off_there_is_no_shop() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), sample_shop=False) as stage,
    ):
        world = stage.new_world("plain")

        answers = [world.request(method, path) for method, path in (
            ("GET", "/"), ("GET", "/cart"), ("POST", "/sign-in"), ("GET", "/products/1"),
        )]  # fmt: skip

    assert [answer.status_code for answer in answers] == [404] * 4
    assert all("error" in answer.json() for answer in answers)


def test_a_new_mall_has_a_shop() -> None:
    assert Configuration().sample_shop
    assert from_environment({}).sample_shop


@pytest.mark.parametrize("said", ["0", "false", "False"])
def test_the_setting_reaches_workers(said: str) -> None:
    configuration = from_environment({"OPENMALL_SAMPLE_SHOP": said})

    assert not configuration.sample_shop
    assert not from_environment(to_environment(configuration)).sample_shop
