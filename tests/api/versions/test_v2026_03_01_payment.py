"""Payment gateways before and after 2026-03-01, in requests and in answers."""

from typing import Any

from openmall.api.versions.v2026_03_01.store import AddReviewStatusToPaymentGateways
from openmall.contract import api_versions
from tests.world import Installed, World

OLD, NEW = "2024-03-01", "2026-03-01"


def _send(
    world: World,
    version: str,
    method: str,
    path: str,
    *,
    app: Installed | None = None,
    **request: Any,
) -> Any:
    headers = {api_versions.HEADER: version}
    return world.call(method, path, app=app, json={"request": request}, headers=headers)


def _path(world: World) -> str:
    return f"paymentgateway/{world.full.credentials.client_id}"


def _status(world: World) -> str:
    """Return how far the review has come: a change of something else answers it."""
    number = str(world.stage.clock.at)
    world.stage.clock.pass_(1)
    answer = _send(world, NEW, "PUT", _path(world), partner_id=number)
    found: str = answer.json()["paymentgateway"]["review_status"]
    return found


def test_the_newest_takes_and_answers_it(world: World) -> None:
    made = _send(world, NEW, "POST", "paymentgateway", partner_id="a", review_status="APPROVED")
    changed = _send(world, NEW, "PUT", _path(world), review_status="PENDING_REVIEW")

    assert made.json()["paymentgateway"]["review_status"] == "APPROVED"
    assert changed.json()["paymentgateway"]["review_status"] == "PENDING_REVIEW"
    assert "x-platform-ignored" not in made.headers
    assert "x-platform-ignored" not in changed.headers


def test_the_older_neither_takes_nor_answers_it_when_a_gateway_is_made(world: World) -> None:
    made = _send(world, OLD, "POST", "paymentgateway", partner_id="a", review_status="APPROVED")

    assert (made.status_code, made.json()) == (
        201,
        {
            "paymentgateway": {
                "shop_no": 1,
                "partner_id": "a",
                "client_id": world.full.credentials.client_id,
                "additional_information": [],
                "membership_fee_type": None,
                "service_limit_type": "A",
            }
        },
    )
    assert made.headers["x-platform-ignored"] == "review_status"
    assert _status(world) == "AWAITING_PAYMENT"


def test_an_update_in_the_older_leaves_it_alone(world: World) -> None:
    _send(world, NEW, "POST", "paymentgateway", partner_id="a", review_status="APPROVED")

    changed = _send(world, OLD, "PUT", _path(world), partner_id="b", review_status="PENDING_REVIEW")
    alone = _send(world, OLD, "PUT", _path(world), review_status="PENDING_REVIEW")

    assert changed.json()["paymentgateway"]["partner_id"] == "b"
    assert "review_status" not in changed.json()["paymentgateway"]
    assert changed.headers["x-platform-ignored"] == "review_status"
    assert alone.status_code == 422
    assert alone.json()["error"]["more_info"]["parameter"] == "review_status"
    assert _status(world) == "APPROVED"


def test_the_older_does_not_even_look_at_what_it_says(world: World) -> None:
    made = _send(world, OLD, "POST", "paymentgateway", partner_id="a", review_status="Never")

    assert made.status_code == 201
    refused = _send(world, NEW, "PUT", _path(world), review_status="Never")
    assert refused.status_code == 422
    assert refused.json()["error"]["message"].endswith("(parameter.review_status)")


def test_a_strict_app_is_refused_it_in_the_older(world: World) -> None:
    strict = world.install(strict=True, restricted=True)
    sent = {"partner_id": "a", "review_status": "APPROVED"}

    old = _send(world, OLD, "POST", "paymentgateway", app=strict, **sent)
    new = _send(world, NEW, "POST", "paymentgateway", app=strict, **sent)

    assert (old.status_code, new.status_code) == (422, 201)
    assert old.json()["error"]["message"].endswith("(parameter.review_status)")


def test_the_changelog_names_it() -> None:
    assert "`review_status`" in (AddReviewStatusToPaymentGateways.__doc__ or "")
