"""Settings that do something, have versions or a form of their own; the sweeps try all of them."""

from tests.error_bodies import error
from tests.world import World

NEWEST = {"X-Platform-Api-Version": "2026-03-01"}
POINTS = {
    "shop_no": 1,
    "point_issuance_standard": "C",
    "payment_period": 20,
    "name": "Points",
    "format": "[:PRICE:]",
    "round_unit": "1",
    "round_type": "A",
    "display_type": "P",
    "unusable_points_change_type": "T",
}


def test_points_for_consent_are_of_the_newest_version(world: World) -> None:
    old_app = world.speaking("2024-03-01")
    older = old_app.put("points/setting", join_point="500", name="Miles")["point"]
    request = {"join_point": "500", "agree_change_type": "P"}
    newer = world.call("PUT", "points/setting", json={"request": request}, headers=NEWEST).json()

    assert older == {**POINTS, "name": "Miles"}
    assert newer["point"] == {
        **older,
        "join_point": "500.00",
        "use_email_agree_point": "F",
        "use_sms_agree_point": "F",
        "agree_change_type": "P",
        "agree_restriction_period": "1",
        "agree_point": "0.00",
    }
    assert old_app.get("points/setting") == {"point": older}
    assert old_app.get("points/setting", shop_no=2) == {"point": {**POINTS, "shop_no": 2}}


def test_what_shared_pages_say_is_merged_field_by_field(world: World) -> None:
    def put(**request: object) -> dict[str, object]:
        answer = world.call("PUT", "seo/setting", json={"request": request}, headers=NEWEST)
        seo: dict[str, object] = answer.json()["seo"]
        return seo

    put(og_main={"title": "Kites", "description": "All kinds"})
    after = put(og_main={"title": "Big kites"}, robots_text="User-agent: *")

    assert after["og_main"] == {"site_name": "", "title": "Big kites", "description": "All kinds"}
    assert after["robots_text"] == "User-agent: *"
    assert "og_main" not in world.speaking("2024-03-01").get("seo/setting")["seo"]


def test_a_merchants_own_exchange_rate_stands_before_the_operators(world: World) -> None:
    before = world.get("currency")["currency"]

    changed = world.put("currency", 1, exchange_rate=1004)["currency"]

    assert changed == {**before, "exchange_rate": 1004}
    assert world.get("currency") == {"currency": changed}
    again = world.call("PUT", "currency", json={"shop_no": 1, "request": {"exchange_rate": 1004}})
    assert again.status_code == 409
    nameless = world.call("PUT", "currency", json={"request": {"exchange_rate": 7}})
    assert nameless.json()["error"]["message"] == (
        "A required parameter is missing. (parameter.shop_no)"
    )


def test_pages_for_phones_are_switched_off(world: World) -> None:
    changed = world.put("mobile/setting", use_mobile_page="F")
    assert changed == {"mobile": {"shop_no": 1, "use_mobile_page": "F"}}
    assert world.get("mobile/setting")["mobile"] == {
        "shop_no": 1,
        "use_mobile_page": "F",
        "use_mobile_domain_redirection": "T",
    }


def test_prices_are_answered_as_they_are_kept(world: World) -> None:
    assert world.get("products/setting") == {
        "product": {
            "shop_no": 1,
            "calculate_price_based_on": "P",
            "price_rounding_unit": "F",
            "price_rounding_rule": "L",
        }
    }


def test_privacy_notices_of_a_shop_are_changed_one_by_one(world: World) -> None:
    before = world.get("privacy/join", shop_no=2)["join"]

    changes = [
        {"no": 1, "use": "T", "required": "T", "content": "<p>We keep it.</p>"},
        {"no": 4, "display": ["SIMPLE_ORDER_JOIN"]},
    ]
    body = {"shop_no": 2, "requests": changes}
    changed = world.call("PUT", "privacy/join", json=body).json()["join"]

    assert before[0] == {
        "shop_no": 2,
        "no": 1,
        "name": "Collection and use of personal data",
        "use": "F",
        "required": "F",
        "display": ["JOIN"],
        "content": "",
    }
    assert changed == [{**before[0], **changes[0]}, {**before[3], **changes[1]}]
    after = world.get("privacy/join", shop_no=2)["join"]
    assert after == [changed[0], before[1], before[2], changed[1]]
    assert world.get("privacy/join")["join"][0]["name"] == "개인정보 수집 및 이용"
    assert world.get("privacy/orders", shop_no=2)["orders"][0]["use"] == "F"


def test_a_privacy_notice_that_is_not_there(world: World) -> None:
    body = {"requests": [{"no": 3, "use": "T"}]}
    answer = world.call("PUT", "privacy/boards", json=body)
    said = "The privacy notice does not exist. (parameter.no)"
    assert (answer.status_code, answer.json()) == (404, error(404, said, parameter="no"))
    assert [each["no"] for each in world.get("privacy/boards")["boards"]] == [1, 2]


def test_points_of_a_new_shop_are_rounded_to_the_smallest_unit_of_its_currency(
    world: World,
) -> None:
    dollars = world.stage.new_world(languages=("en_US",), currencies=("USD",))

    def unit(mall: World) -> str:
        found: str = mall.get("points/setting")["point"]["round_unit"]
        return found

    assert (unit(dollars), unit(world)) == ("0.01", "1")
    dollars.put("points/setting", round_type="B")
    assert unit(dollars) == "0.01"
    dollars.put("points/setting", round_unit="1")
    assert unit(dollars) == "1"
