"""Numbers are read as clients of any language write them, however deep they lie."""

import pytest
from msgspec import Struct

from openmall.api.pipeline import parsing
from openmall.commerce.shipping.setting import Tier
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.operation import post
from openmall.contract.params import Params
from openmall.contract.scopes import WRITE_STORE
from tests.world import World


class Line(Struct, frozen=True):
    quantity: int


class Wanted(Params, frozen=True, kw_only=True):
    quantity: int = 1
    line: Line | None = None
    lines: list[Line] = []


async def _handler(call: Call, params: Wanted) -> Line:
    raise AssertionError


ROW = post("things", _handler, takes=Wanted, gives=Line, key="thing", scope=WRITE_STORE)
HUGE = {"min_value": "0", "max_value": "9" * 40, "shipping_fee": "1000"}
ABROAD = {**HUGE, "country_code": "JP", "conditional": "price"}
CARRIER = {
    "shipping_carrier_code": "0003", "contact": "", "email": "", "shipping_fee_setting": "T",
}  # fmt: skip
TIERED = {
    "shipping_fee_setting_domestic": {
        "shipping_fee_type": "D", "domestic_shipping_fee_list": [HUGE],
    }
}  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "parameter"),
    [
        ({"quantity": "1e3"}, "quantity"),
        ({"line": {"quantity": "1e3"}}, "line.quantity"),
        ({"line": {"quantity": "1_000"}}, "line.quantity"),
        ({"lines": [{"quantity": "3"}, {"quantity": "1e3"}]}, "lines.quantity"),
    ],
)
def test_a_number_in_a_form_that_only_python_reads_is_refused(
    sent: dict[str, object], parameter: str
) -> None:
    with pytest.raises(Invalid) as refused:
        parsing.to_struct(ROW, sent)

    assert refused.value.parameter == parameter


def test_plain_digits_are_read_anywhere() -> None:
    made = parsing.to_struct(ROW, {"line": {"quantity": "3"}, "lines": [{"quantity": 4}]})

    assert made == Wanted(line=Line(3), lines=[Line(4)])


@pytest.mark.parametrize("amount", ["1." + "0" * 30 + "1", "1." + "1" * 10_000])
def test_an_amount_has_a_bounded_number_of_decimals(world: World, amount: str) -> None:
    answer = world.call("GET", f"products?price_min={amount}")

    assert (answer.status_code, answer.json()["error"]) == (
        422,
        {
            "code": "422",
            "message": "An amount has at most 30 decimals. (parameter.price_min)",
            "more_info": {
                "parameter": "price_min",
                "reason": "too_many_decimal_places",
                "values": {"most": 30},
            },
        },
    )
    assert world.call("GET", f"products?price_min={amount[:32]}").status_code == 200


@pytest.mark.parametrize("text", ["null", "NULL"])
def test_the_text_null_erases_nothing(world: World, text: str) -> None:
    world.put("orders/setting", purchase_confirmation_auto_check_day=5)

    for name in (
        "purchase_confirmation_auto_check_day",
        "purchase_confirmation_auto_check_set_date",
    ):
        answer = world.call("PUT", "orders/setting", json={"request": {name: text}})
        error = answer.json()["error"]
        assert (answer.status_code, error["more_info"]["parameter"]) == (422, name)

    kept = world.get("orders/setting")["order"]
    assert kept["purchase_confirmation_auto_check_day"] == 5
    with pytest.raises(Invalid) as refused:
        parsing.to_struct(ROW, {"line": text})
    assert refused.value.parameter == "line"


@pytest.mark.parametrize("path", ["orders/status", "mobile/setting"])
def test_a_body_with_both_envelopes_writes_neither(world: World, path: str) -> None:
    before = world.get(path)
    one = {"status_name_id": 1, "custom_name": "Mine", "use_mobile_page": "F"}

    answer = world.call("PUT", path, json={"request": one, "requests": [{**one}]})

    error = answer.json()["error"]
    assert (answer.status_code, error["more_info"]) == (
        422, {"reason": "two_envelopes", "parameter": "requests"},
    )  # fmt: skip
    assert world.get(path) == before


class Bounded(Params, frozen=True, kw_only=True):
    tiers: list[Tier] = []


BOUNDS = post("tiers", _handler, takes=Bounded, gives=Line, key="tier", scope=WRITE_STORE)


@pytest.mark.parametrize("digits", [15, 27, 40, 4_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_without_bounds_of_its_own_fits_into_the_database(digits: int, sign: str) -> None:
    most = {"min_value": "0", "max_value": "9" * 14, "shipping_fee": "1"}
    parsing.to_struct(BOUNDS, {"tiers": [most]})

    with pytest.raises(Invalid) as refused:
        parsing.to_struct(BOUNDS, {"tiers": [{**most, "max_value": sign + "9" * digits}]})

    assert refused.value.parameter == "tiers.max_value"


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("PUT", "shipping", {"shipping_fee_type": "D", "shipping_rates": [HUGE]}),
        ("PUT", "shipping", {"country_shipping_fee": "T", "country_shipping_fee_list": [ABROAD]}),
        ("POST", "carriers", {**CARRIER, "shipping_fee_setting_detail": TIERED}),
    ],
)
def test_tiers_of_any_length_are_refused_by_name(
    world: World, method: str, path: str, sent: dict[str, object]
) -> None:
    answer = world.call(method, path, json={"request": sent})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"].endswith(".max_value")
