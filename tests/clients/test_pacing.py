"""What a pacer makes of the headers of responses."""

import pytest

from openmall_client.pacing import Pacer

GENERAL = "GET /products"
SMALL = "GET /mains"


class Time:
    """A clock that stands still."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def pacer(time: Time) -> Pacer:
    return Pacer(2.0, clock=time)


def test_nothing_is_waited_for_before_anything_is_known(pacer: Pacer) -> None:
    assert pacer.wait(GENERAL) == 0


def test_a_bucket_is_used_up_to_its_reserve(pacer: Pacer) -> None:
    pacer.seen(GENERAL, 200, {"x-api-call-limit": "35/40"})

    assert pacer.wait(GENERAL) == 0
    assert pacer.wait(GENERAL) == pytest.approx(0.5)


def test_a_bucket_drains(pacer: Pacer, time: Time) -> None:
    pacer.seen(GENERAL, 200, {"x-api-call-limit": "40/40"})
    time.now += 3

    assert pacer.wait(GENERAL) == 0


def test_a_refused_call_is_not_sent_again_too_early(pacer: Pacer) -> None:
    pacer.seen(GENERAL, 429, {"x-api-call-limit": "40/40", "retry-after": "7"})

    assert pacer.wait(GENERAL) == pytest.approx(7)


def test_the_bucket_of_an_operation_holds_up_no_other(pacer: Pacer) -> None:
    pacer.seen(GENERAL, 200, {"x-api-call-limit": "1/40"})
    pacer.seen(SMALL, 200, {"x-api-call-limit": "5/5"})

    assert pacer.wait(SMALL) > 0
    assert pacer.wait(GENERAL) == 0


def test_the_analytics_api_reports_in_other_headers(pacer: Pacer) -> None:
    headers = {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-burst-capacity": "40",
        "x-ratelimit-replenish-rate": "2",
        "x-ratelimit-requested-tokens": "1",
    }
    pacer.seen(GENERAL, 200, headers)

    assert pacer.wait(GENERAL) > 0


@pytest.mark.parametrize("header", ["", "many", "1/", "/40", "1/0", "a/b"])
def test_a_header_that_says_nothing_changes_nothing(pacer: Pacer, header: str) -> None:
    pacer.seen(GENERAL, 200, {"x-api-call-limit": header})

    assert pacer.wait(GENERAL) == 0


def test_a_bucket_drains_as_its_policy_says(pacer: Pacer, time: Time) -> None:
    policy = '"shop";q=40;w=400, "operation";q=10;w=100'
    headers = {"x-api-call-limit": "40/40", "ratelimit-policy": policy}
    pacer.seen(GENERAL, 200, headers)
    time.now += 3

    # 36 of 40 are used, at a tenth of a call a second
    assert pacer.wait(GENERAL) == pytest.approx((40 - 0.3 + 1 - 36) / 0.1)


@pytest.mark.parametrize("policy", ["", "shop;q=40", '"shop";q=40;w=0', '"other";q=7;w=70'])
def test_a_policy_that_says_nothing_of_the_bucket_changes_nothing(
    pacer: Pacer, policy: str
) -> None:
    pacer.seen(GENERAL, 200, {"x-api-call-limit": "40/40", "ratelimit-policy": policy})

    assert pacer.wait(GENERAL) == pytest.approx(2.5)
