"""Classifications and trends: the operator makes them, apps read them."""

from typing import Any

import pytest

from openmall.commerce.collection.classifications import CLASSIFICATIONS, ClassificationDraft
from openmall.commerce.collection.trends import TRENDS, TrendDraft
from tests.commerce.collection.collection_setup import add
from tests.world import World

NOW = "2026-11-21T09:00:00+09:00"


def fill(world: World) -> None:
    for name, about in (("Clearance", "What has to go"), ("Gifts", "")):
        draft = ClassificationDraft(classification_name=name, classification_description=about)
        add(world, CLASSIFICATIONS, draft)
        add(world, TRENDS, TrendDraft(trend_name=f"{name} of summer"))


def test_classifications_are_listed_with_their_products(world: World) -> None:
    fill(world)
    world.product()
    world.product(classification_code="C000000C")

    def row(code: str, name: str, about: str, products: int) -> dict[str, Any]:
        return {
            "shop_no": 1,
            "classification_code": code,
            "classification_name": name,
            "classification_description": about,
            "use_classification": "T",
            "created_date": NOW,
            "product_count": products,
        }

    assert world.get("classifications") == {
        "classifications": [
            row("C000000A", "기본 분류", "", 1),
            row("C000000B", "Clearance", "What has to go", 0),
            row("C000000C", "Gifts", "", 1),
        ]
    }
    assert world.get("classifications/count") == {"count": 3}


def test_trends_are_listed_with_their_products(world: World) -> None:
    fill(world)
    world.product(trend_code="T000000A")

    def row(code: str, name: str, products: int) -> dict[str, Any]:
        return {
            "shop_no": 2,
            "trend_code": code,
            "trend_name": name,
            "use_trend": "T",
            "created_date": NOW,
            "product_count": products,
        }

    assert world.get("trends", shop_no=2) == {
        "trends": [
            row("T0000000", "Default trend", 0),
            row("T000000A", "Clearance of summer", 1),
            row("T000000B", "Gifts of summer", 0),
        ]
    }
    assert world.get("trends/count", shop_no=2) == {"count": 3}


@pytest.mark.parametrize(
    ("filters", "classifications", "trends"),
    [
        ({"name": "gift,nothing"}, ["C000000C"], ["T000000B"]),
        ({"name": "기본"}, ["C000000A"], ["T0000000"]),
        ({"use": "F"}, [], []),
        ({"use": "T"}, ["C000000A", "C000000B", "C000000C"], ["T0000000", "T000000A", "T000000B"]),
    ],
)
def test_they_are_found(
    world: World, filters: dict[str, str], classifications: list[str], trends: list[str]
) -> None:
    fill(world)

    found = []
    for noun in ("classification", "trend"):
        names = {"name": f"{noun}_name", "use": f"use_{noun}"}
        query = {names[name]: value for name, value in filters.items()}
        listed = world.get(f"{noun}s", **query)[f"{noun}s"]
        found.append([each[f"{noun}_code"] for each in listed])
        assert world.get(f"{noun}s/count", **query) == {"count": len(listed)}

    assert found == [classifications, trends]


def test_what_the_operator_adds_stands_in_the_activity_log(world: World) -> None:
    made = add(world, TRENDS, TrendDraft(trend_name="Summer"))

    days = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    [line] = world.get("activitylogs", **days)["activitylogs"]
    assert made.trend_code == "T000000A"
    assert (line["type"], line["content"]) == ("trend", "trend T000000A: Summer")
