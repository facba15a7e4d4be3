"""Every bounded parameter is accepted at both edges and refused, by name, just outside."""

from typing import Any

import pytest

from tests.every_operation import examples
from tests.every_operation.examples import Trial
from tests.every_operation.operation_calls import (
    least,
    outcome,
    send,
    things,
)
from tests.every_operation.prerequisites import (
    CALLER_PARAMETERS,
    COMPANION_VALUES,
    Row,
    Values,
)
from tests.every_operation.registry_rows import rows_where
from tests.every_operation.shared_malls import Lend, Ready
from tests.world import World

_WHO = "The member id or the password is wrong."
RULED: dict[str, str | tuple[str, ...]] = {
    "encoding": ("'",),
    "fetch_pictures": "Only products have pictures.",
    **dict.fromkeys(
        ("notes", "notes.message", "notes.count", "notes.codes"),
        "A mall has 20 imports and exports at once",
    ),
    "payment_method": (
        "The shop does not offer this payment method.", "No gateway of the shop stores it.",
    ),
    "serial_code_list": "There is a code like this.",
    "bundle_product_sales.discount_value": "The discount is more than the parts cost.",
    "claim_quantity": "Only 1 were bought.",
    "refund_method_code": "Who ordered has no points",
    "multi_invoice.quantity": "Only 1 were bought.",
    "expected_delivery_date": "The day has passed.",
    "items.product_bundle": "The item is no bundle",
    "items.product_bundle_no": "The item is no bundle",
    "wished_delivery_start_hour": "The end lies",
    "wished_delivery_end_hour": "The end lies",
    "same_product": "The variant that each item is exchanged for is required.",
    "type": "For which company",
    "shipping_type": "The country that the order is sent to is required.",
    "country_code": "The shop does not deliver",
    "product_bundle": "The item is no bundle.",
    "was_product_bundle": "The bundle that the product was in is required.",
    "period_sale.discount_value": "Expected an amount from 0 to 100.",
    "password": (_WHO, "The password is wrong.", "A required parameter is missing."),
    "token": ("This link is not valid any more.", "The token is not that of the plan."),
    **dict.fromkeys(
        ("attempt_token", "account_token", "state", "iss"), "This sign-in is not valid any more."
    ),
    "authorization_code": "The service did not confirm the sign-in.",
    "redirect_uri": "This is no address of a page:",
    "openid_issuer": "This is no issuer:",
    "use_openid_login": "A required parameter is missing.",
    "current_password": _WHO,
    "member_id": _WHO,
    "board_no": "You may not write",
    "additional_coupon_no": "A coupon is named twice.",
    "additional_coupon_no.coupon_no": "The shop has no coupon",
    "use_coupon": "The shop has no coupon",
    "discount_code": "The shop has no such discount code.",
    "basket_product_no": "Items of the cart are not ordered together with items past it.",
    "quantity": "An order costs at most",
    **dict.fromkeys(
        ("refund_bank_account_no", "bank_account_no"), "The number of a bank account has digits"
    ),
    "maximum_quantity": "The limits permit no quantity",
    "adjust": "Send either quantity or adjust.",
    "if_quantity": "The quantity is",
    "if_price": "The price is",
    "format": "Files of this format have products.",
    "available_product_type": ("The category does not exist", "The product does not exist"),
    "option_values": ("Name the options to choose from.", "An option is named twice."),
    "bookings": "The order has no such item to book.",
    "bookings.variants_code": "The order has no such item to book.",
    **dict.fromkeys(
        ("gifts", "gifts.benefit_no", "gifts.variants_code", "gifts.quantity"),
        (
            "The order has no gifts to choose.",
            "The order does not earn such a gift.",
            "The benefit has no such gift.",
            "At most 1 of this gift.",
        ),
    ),
    "additional_order_info": "The checkout does not ask that",
    "additional_order_info.id": "The checkout does not ask that",
    "additional_order_info.value": "The checkout does not ask that",
    "additional_order_info.product_no": "The checkout does not ask that",
    **dict.fromkeys(
        ("data.transaction_id", "data.amount", "data.currency"),
        "That is not what the gateway reports.",
    ),
    "allowed_origins": "An origin",
    "discount_amount.benefit_price": "The amount of a coupon is above 0.",
    **dict.fromkeys(
        ("additional_options.additional_option_name", "additional_options.additional_option_value"),
        "The item has no text",
    ),
    **dict.fromkeys(
        ("exchange_items", "exchange_items.product_no", "exchange_items.variant_code",
         "exchange_items.quantity"),
        "Buyers can ask for another variant of the same product only.",
    ),
    **dict.fromkeys(
        ("order_coupons", "product_coupons", "points_spent_amount"), "Only members have",
    ),
    "change_default_shipping_address": "The address book takes addresses",
    "plan_nos": ("Name several plans, each once.", "The plan does not exist."),
    "return_url": "Wrong format: expected a URL of http or https",
    "receiver.country_code": "The shop does not deliver",
    **dict.fromkeys(
        ("coupons", "coupons.issue_no", "coupons.item_no"),
        "The customer has no such coupon to use.",
    ),
    **dict.fromkeys(("use_points", "use_credits"), ("There is only", "The customer has only")),
    **dict.fromkeys(
        ("decisions", "decisions.resource", "decisions.object", "decisions.decision"),
        "The write did not",
    ),
    **dict.fromkeys(
        ("to", "ahead", "forward"), ("The clock of a sandbox", "Send either `to` or `ahead`."),
    ),
    **dict.fromkeys(
        ("rules", "rules.effect", "rules.api", "rules.method", "rules.path", "rules.client_id",
         "rules.delay_ms", "rules.percent", "rules.first", "rules.every", "rules.seed"),
        ("A delay, and nothing else", "Send one of `percent`", "Webhooks are doubled"),
    ),
}  # fmt: skip
"""Parameter whose value another parameter may forbid -> what is said then."""


def tried(world: World, row: Row, values: Values, path: Values, trial: Trial) -> tuple[int, str]:
    """Send what an operation needs with one value of one parameter put in."""
    if trial.top in path:
        return outcome(send(world, row, values, {**path, trial.top: trial.value}))
    needs: Values = COMPANION_VALUES.get(trial.top, lambda value: {})(trial.value)
    return outcome(send(world, row, values | needs | {trial.top: trial.value}, path))


def _in_url(row: Row, trial: Trial) -> bool:
    """Say whether a value can be sent where the parameter goes.

    A path has no empty part, and an empty filter is none.
    """
    if trial.value not in ("", [""]):
        return True
    optional = not row[1].fields[trial.top].required
    return trial.top not in row[1].placeholders and (row[1].writes or not optional)


def test_a_parameter_is_accepted_at_both_edges_of_its_bounds(ready: Ready, row: Row) -> None:
    wrong: dict[str, Any] = {}
    world, path, values, _ = ready(row)
    for field in row[1].fields.values():
        for trial in examples.accepted(field, comma=not row[1].has_body):
            if not _in_url(row, trial):
                continue
            if row[1].method == "DELETE":
                path = things(world, row[1])
            needed = least(world, row[1], path) if row[1].writes else values
            status, message = tried(world, row, needed, path, trial)
            exists = "There is no such" not in message
            exists = exists and not message.startswith(RULED.get(trial.parameter, "-"))
            # nor can a bound say which currency the shop has
            exists = exists and not message.startswith("An amount in KRW has no decimals.")
            # nor whether the unit beside an amount makes it a percentage
            exists = exists and not message.startswith("Expected an amount from 0 to 100.")
            # nor how much the surcharge of a variant may take off its price
            exists = exists and not message.startswith("A variant of the product would cost")
            # nor what the other end of a range is
            exists = exists and "` is above `" not in message
            # nor which countries there are, nor what is a bundle
            exists = exists and not message.startswith(
                ("There is no country", "The item is no bundle")
            )
            # nor which state what is there is in
            exists = exists and " state" not in message
            another = trial.top in path and status == CALLER_PARAMETERS.get(trial.top)
            if status not in (200, 201, 404, 409, 410) and exists and not another:
                wrong[f"{trial.parameter}={trial.value!r:.60}"] = (status, message)
    assert wrong == {}


@pytest.mark.one_store
def test_a_parameter_outside_its_bounds_is_refused_by_name_and_changes_nothing(
    unchanged: Lend, row: Row
) -> None:
    wrong: dict[str, Any] = {}
    world, path, values, _ = unchanged(row)
    for field in row[1].fields.values():
        for trial in examples.refused(field, comma=not row[1].has_body):
            if not _in_url(row, trial):
                continue
            status, message = tried(world, row, values, path, trial)
            if status != 422 or not message.endswith(f"(parameter.{trial.parameter})"):
                wrong[f"{trial.parameter}={trial.value!r:.60}"] = (status, message)
    assert wrong == {}


@pytest.mark.one_store
def test_a_value_of_another_type_is_refused_by_name_and_changes_nothing(
    unchanged: Lend, row: Row
) -> None:
    wrong: dict[str, Any] = {}
    world, path, values, _ = unchanged(row)
    for field in row[1].fields.values():
        in_query = not row[1].has_body or field.name in path
        for value in examples.wrong_types(field, comma=in_query):
            trial = Trial(field.name, value, field.name)
            status, message = tried(world, row, values, path, trial)
            if status != 422 or f"(parameter.{field.name}" not in message:
                wrong[f"{field.name}={value!r:.60}"] = (status, message)
    assert wrong == {}


def _required(row: Row) -> list[str]:
    """Return the parameters a call needs beside those of its path."""
    fields = row[1].fields.items()
    return [name for name, field in fields if field.required and name not in row[1].placeholders]


@pytest.mark.one_store
@rows_where("row", lambda row: bool(_required(row)))
def test_a_call_without_a_required_parameter_is_refused_by_name(unchanged: Lend, row: Row) -> None:
    world, path, whole, _ = unchanged(row)
    for name in _required(row):
        left = {other: value for other, value in whole.items() if other != name}
        assert outcome(send(world, row, left, path)) == (
            422,
            f"A required parameter is missing. (parameter.{name})",
        )


@pytest.mark.one_store
def test_an_empty_filter_is_no_filter(unchanged: Lend, reading: Row) -> None:
    world, path, values, _ = unchanged(reading)
    optional = [n for n, f in reading[1].fields.items() if not f.required and n not in path]
    left = {name: value for name, value in values.items() if name not in optional}
    plain = send(world, reading, left, path)
    for name in optional:
        empty = send(world, reading, {**left, name: ""}, path)
        assert (empty.status_code, outcome(empty)) == (plain.status_code, outcome(plain)), name


def _lists(row: Row) -> bool:
    return not row[1].writes and any(field.many for field in row[1].fields.values())


@pytest.mark.one_store
@rows_where("reading", _lists)
def test_a_comma_list_holds_a_hundred_values_or_its_own_bound_without_blanks(
    unchanged: Lend, reading: Row
) -> None:
    world, path, others, _ = unchanged(reading)
    for name, field in reading[1].fields.items():
        if not field.many:
            continue
        value = str(examples.valid(field.type)[0])
        said = {
            text: outcome(send(world, reading, {**others, name: text}, path))
            for text in (",", f"{value},", f",{value}", f"{value},,{value}", f"{value}, ")
        }
        assert said == dict.fromkeys(said, (422, f"A comma list has no blanks. (parameter.{name})"))
        most = min(100, getattr(field.type, "max_length", None) or 100)
        full = ",".join([value] * most)
        assert outcome(send(world, reading, {**others, name: full}, path)) == (200, "")
        assert outcome(send(world, reading, {**others, name: f"{full},{value}"}, path)) == (
            422,
            f"A list holds at most {most} values. (parameter.{name})",
        )
