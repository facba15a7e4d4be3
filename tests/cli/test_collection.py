"""The operator makes a mall's classifications and trends."""

from typing import Any

import pytest

from tests.cli.command_line import Shell

FILED = ("mall", "classification")
TREND = ("mall", "trend")


def undated(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return things without the time they were made, which is the machine's."""
    return [{n: value for n, value in each.items() if n != "created_date"} for each in found]


def test_a_classification_is_added_after_the_default(shop: Shell) -> None:
    made = shop.json(*FILED, "add", "myshop", "Clearance", "--description", "What has to go")

    default = {
        "shop_no": 1,
        "classification_code": "C000000A",
        "classification_name": "기본 분류",
        "classification_description": "",
        "use_classification": "T",
        "product_count": 0,
    }
    clearance = {
        **default,
        "classification_code": "C000000B",
        "classification_name": "Clearance",
        "classification_description": "What has to go",
    }
    assert undated([made]) == [clearance]
    assert undated(shop.json(*FILED, "list", "myshop")) == [default, clearance]


def test_a_trend_is_added_and_shown_to_people(shop: Shell) -> None:
    said = shop.text(*TREND, "add", "myshop", "Summer")

    assert said == "myshop has the trend T000000A.\n"
    lines = shop.text(*TREND, "list", "myshop").splitlines()
    assert [line.split() for line in lines] == [
        ["trend_code", "trend_name", "product_count"],
        ["T0000000", "기본", "트렌드", "0"],
        ["T000000A", "Summer", "0"],
    ]


@pytest.mark.parametrize("name", ["", "A" * 51])
def test_a_name_that_cannot_be(shop: Shell, name: str) -> None:
    line = shop.fails(*TREND, "add", "myshop", name, status=2)

    assert "trend_name" in line
    assert "$" not in line
    assert len(shop.json(*TREND, "list", "myshop")) == 1


@pytest.mark.parametrize("words", [("add", "nobody", "Summer"), ("list", "nobody")], ids=str)
def test_a_mall_that_is_not_there(shop: Shell, words: tuple[str, ...]) -> None:
    assert shop.fails(*TREND, *words) == "there is no mall 'nobody'"


@pytest.mark.parametrize("group", [FILED, TREND], ids=str)
@pytest.mark.parametrize("words", [(), ("add",)], ids=str)
def test_help_has_examples(shell: Shell, group: tuple[str, ...], words: tuple[str, ...]) -> None:
    page = shell.text(*group, *words, "--help")

    assert page.startswith(" ".join(["Usage: openmall", *group, *words]))
    assert "Example" in page
    assert (
        f"\n    openmall {' '.join(group)} " in page or f"\n  openmall {' '.join(group)} " in page
    )
