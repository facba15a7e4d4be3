"""Reviews and questions: what a product's page, a report and partners are told of them."""

from decimal import Decimal
from typing import Any

from openmall.commerce.community import reviews
from openmall.commerce.community.reviews import Questions, Reviews
from openmall.database.session import Session
from tests.commerce.community.board_setup import QUESTIONS, REVIEWS, refused, reply, write
from tests.commerce.community.inquiry_setup import call_of
from tests.commerce.partner import programme_setup
from tests.world import World


def asked(world: World, what: Any, *numbers: int) -> dict[int, Any]:
    async def ask(db: Session) -> dict[int, Any]:
        found: dict[int, Any] = await what(call_of(world, db), list(numbers))
        return found

    return world.in_transaction(ask)


def test_reviews_are_counted_and_their_stars_averaged(world: World) -> None:
    one, two, three = (world.product()["product_no"] for _ in range(3))
    first = write(world, REVIEWS, product_no=one, rating=5)
    write(world, REVIEWS, product_no=one, rating=4)
    write(world, REVIEWS, product_no=one, rating=4)
    write(world, REVIEWS, product_no=one)
    write(world, REVIEWS, product_no=two)
    reply(world, first, product_no=one, rating=1)
    hidden = write(world, REVIEWS, product_no=two, rating=1)
    path = f"boards/{REVIEWS}/articles/{hidden['article_no']}"
    world.put(path, display="F")
    write(world, QUESTIONS, product_no=three, rating=3)

    found = asked(world, reviews.summary, one, two, three)

    assert found == {one: Reviews(4, Decimal("4.33")), two: Reviews(1, None)}


def test_questions_are_counted_and_those_answered(world: World) -> None:
    one, two = (world.product()["product_no"] for _ in range(2))
    question = write(world, QUESTIONS, product_no=one)
    write(world, QUESTIONS, product_no=one)
    reply(world, question, product_no=one)

    assert asked(world, reviews.questions, one, two) == {one: Questions(2, 1)}


def partners_read(world: World, number: int) -> tuple[int, int]:
    [found] = programme_setup.read(world, "products", product_no=number)
    return found["review_count"], found["review_score"]


def test_partners_read_reviews_at_once_and_what_a_shop_had_before_it_joined(world: World) -> None:
    number = world.product()["product_no"]
    write(world, REVIEWS, product_no=number, rating=2)
    programme_setup.enrol(world)
    programme_setup.rebuild(world)
    assert partners_read(world, number) == (1, 2)

    best = write(world, REVIEWS, product_no=number, rating=5)
    assert partners_read(world, number) == (2, 4)
    path = f"boards/{REVIEWS}/articles/{best['article_no']}"
    world.put(path, rating=3)
    assert partners_read(world, number) == (2, 3)
    assert world.call("DELETE", path).status_code == 200

    assert partners_read(world, number) == (1, 2)


def months(world: World, **query: Any) -> Any:
    return world.call("GET", "financials/monthlyreviews", params=query)


def test_months_are_those_of_the_platform_and_an_empty_one_counts_nothing(world: World) -> None:
    number = world.product()["product_no"]
    for at, stars in (
        ("2026-08-31T23:59:59+09:00", 1),
        ("2026-09-01T00:00:00+09:00", 5),
        ("2026-09-30T23:59:59+09:00", 3),
        ("2026-09-15T12:00:00+09:00", 5),
        ("2026-11-01T00:00:00+09:00", 2),
        ("2026-12-01T00:00:00+09:00", 1),
    ):
        write(world, REVIEWS, product_no=number, rating=stars, created_date=at)
    write(world, REVIEWS, created_date="2026-09-15T12:00:00+09:00")

    answer = months(world, start_month="2026-09", end_month="202611").json()

    assert answer == {
        "monthlyreviews": [
            {"shop_no": 1, "month": "2026-09", "count": 4, "rating_average": 4.33},
            {"shop_no": 1, "month": "2026-10", "count": 0, "rating_average": 0.0},
            {"shop_no": 1, "month": "2026-11", "count": 1, "rating_average": 2.0},
        ]
    }


def test_a_report_goes_forward_and_over_three_years_at_most(world: World) -> None:
    for first, last in (("2026-11", "2026-10"), ("2023-11", "2026-11")):
        answer = months(world, start_month=first, end_month=last)
        assert refused(answer, 422).endswith("(parameter.end_month)")
    three_years = months(world, start_month="2023-12", end_month="2026-11").json()
    assert len(three_years["monthlyreviews"]) == 36
