"""Dates at the end of the calendar and texts that no codec takes are no internal errors."""

from datetime import date
from typing import Any

import pytest

from openmall.commerce.order.placement.subscriptions import schedule
from openmall.contract import moments
from openmall.contract.errors import ApiError
from openmall.events.webhooks.addresses import AddressRefused, Networks, checked
from openmall.http import error_responses
from tests.world import World

ENDS = ["9999-12-31", "9999-12-31T23:59:59+09:00", "0001-01-01", "0001-01-01T00:00:00+09:00"]
BEYOND = ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"]


@pytest.mark.parametrize("text", ENDS)
def test_the_ends_of_the_calendar_are_times(text: str) -> None:
    assert moments.moment(moments.read(text)).isoformat()[:10] == text[:10]


@pytest.mark.parametrize("text", BEYOND)
def test_a_time_of_a_year_that_there_is_not_here_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="not a date"):
        moments.read(text)


@pytest.mark.parametrize("text", [*ENDS, *BEYOND])
@pytest.mark.parametrize("path", ["products", "orders", "customers", "coupons", "activitylogs"])
def test_filters_take_or_refuse_them(world: World, path: str, text: str) -> None:
    for sent in (
        {"start_date": text, "end_date": text},
        {"created_start_date": text, "created_end_date": text},
    ):
        answer = world.call("GET", path, params=sent)
        assert answer.status_code in (200, 404, 422), answer.text


@pytest.mark.parametrize("cycle", ["1W", "4W", "1M", "6M", "1Y"])
def test_a_delivery_on_the_last_day_is_followed_by_none(cycle: Any) -> None:
    for day in (date.max, date(9999, 12, 1), date(9999, 6, 30)):
        following = schedule.next_day(day, cycle, schedule.day_after(date.max))
        assert day <= following <= date.max


@pytest.mark.parametrize(
    "address",
    [
        "https://xn--/",
        "https://xn--a/x",
        "https://a.xn--/",
        "https://xn--\u0430/",
    ],
)
def test_a_host_that_no_codec_takes_is_no_address(address: str) -> None:
    with pytest.raises(AddressRefused):
        checked(address, Networks(()))


@pytest.mark.parametrize(
    "error", [OverflowError("date value out of range"), UnicodeError("label empty or too long")]
)
def test_what_cannot_be_calculated_with_is_refused(error: Exception) -> None:
    refused: ApiError = error_responses.as_api_error(error, "r")

    assert refused.status == 422
