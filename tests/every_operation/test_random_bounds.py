"""Any value of a parameter is accepted exactly when the transcribed specification allows it."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.every_operation import registry_rows
from tests.every_operation.examples import Trial
from tests.every_operation.operation_calls import (
    least,
    things,
)
from tests.every_operation.prerequisites import (
    CALLER_PARAMETERS,
    Row,
)
from tests.every_operation.test_against_the_specification import explained
from tests.every_operation.test_bounds import tried
from tests.random_cases import cases
from tests.world import World

pytestmark = [pytest.mark.one_store, pytest.mark.by_chance]

Cells = dict[str, str]

OF_THE_SHOP = {"country_code": 422}
"""Parameter -> status of a value within its bounds that the shop's own settings refuse."""
OF_THE_CURRENCY = "An amount in KRW has no decimals."
OF_THE_UNIT = "Expected an amount from 0 to 100."
"""Message about a percentage: the unit beside it decides whether it is one."""
Drawn = tuple[str, Any, bool]
"""Parameter, value, whether the specification allows it."""

_TEXT = st.characters(codec="ascii", categories=["Lu", "Ll", "Nd"])
_DIGITS = st.characters(codec="ascii", categories=["Nd"])
_OF_DIGITS = frozenset({"bank_account_no", "refund_bank_account_no"})
"""Texts of digits, which no pattern says since they may be in groups."""
_CELLS: dict[tuple[str, ...], dict[str, Cells]] = {}
"""API, method and path of an operation -> its parameters."""
for (*_where, _name), _cells in registry_rows.transcribed(
    "parameters.tsv", registry_rows.PARAMETER_KEY
).items():
    _CELLS.setdefault(tuple(_where), {})[_name] = _cells
_RULED: dict[str, str] = {
    "adjust": "must come without a quantity",
    "available_shop_no": "must name shops of the mall",
    "parent_category_no": "must name a category",
    "carrier_id": "must name a carrier",
    "claim_quantity": "must not be more than was bought",
    "fix_product_no": "must be one of the products named",
    "issue_member_group_no": "must name a group",
    "product_bundle": "must say what the item is",
    "product_no": "must name a product on sale",
    "refund_method_code": "must be one that who ordered can be paid by",
    "recommend_id": "must name another customer",
}
"""Parameter -> the rule it has beside its bounds."""


def _number(name: str, cells: Cells) -> SearchStrategy[Drawn] | None:
    if not (cells["min"] and cells["max"]):
        return None
    low, high = int(cells["min"]), int(cells["max"])
    near = st.integers(low - 3, low + 3) | st.integers(high - 3, high + 3)
    anywhere = st.integers(low - 10**6, high + 10**6)
    return (near | anywhere).map(lambda value: (name, value, low <= value <= high))


def _amount(name: str, cells: Cells) -> SearchStrategy[Drawn] | None:
    if not (cells["min"] and cells["max"]):
        return None
    low, high = Decimal(cells["min"]), Decimal(cells["max"])
    cents = st.integers(int(low * 100) - 300, int(high * 100) + 300)
    return cents.map(
        lambda value: (name, f"{value / Decimal(100):.2f}", low * 100 <= value <= high * 100)
    )


def _word(name: str, cells: Cells) -> SearchStrategy[Drawn]:
    codes = set(cells["codes"].split("|"))
    words = st.sampled_from(sorted(codes)) | st.text(_TEXT, min_size=1, max_size=3)
    return words.map(lambda value: (name, value, value in codes))


def _letters(name: str, cells: Cells) -> SearchStrategy[Drawn] | None:
    if cells["pattern"] or not cells["max_length"]:
        return None
    low, high = int(cells["min_length"] or 0), int(cells["max_length"])
    sizes = st.integers(max(1, low - 2), low + 2) | st.integers(max(1, high - 2), high + 2)
    return st.tuples(sizes, _DIGITS if name in _OF_DIGITS else _TEXT).map(
        lambda drawn: (name, drawn[1] * drawn[0], low <= drawn[0] <= high)
    )


_DRAWS = {
    "integer": _number,
    "amount": _amount,
    "flag": _word,
    "code": _word,
    "string": _letters,
}


def _draws(row: Row) -> list[SearchStrategy[Drawn]]:
    key = (row[0].name, row[1].method, row[1].path)
    found = []
    for name, cells in _CELLS.get(key, {}).items():
        taken = name in row[1].fields and name not in _RULED
        # codes and bounds that differ on purpose are no oracle
        agreed = not any(explained((*key, name), column) for column in ("codes", "min"))
        plain = taken and agreed and cells["comma_list"] == "no"
        if plain and cells["where"] != "path" and cells["type"] in _DRAWS:
            drawn = _DRAWS[cells["type"]](name, cells)
            found += [drawn] if drawn is not None else []
    return found


@registry_rows.rows_where("row", lambda row: bool(_draws(row)))
def test_a_value_is_accepted_exactly_when_it_is_allowed(world: World, row: Row) -> None:
    draws = _draws(row)
    path = things(world, row[1])

    @settings(
        max_examples=cases(30, usual=6),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(draws))
    def holds(drawn: Drawn) -> None:
        nonlocal path
        name, value, allowed = drawn
        status, message = tried(
            world, row, least(world, row[1], path), path, Trial(name, value, name)
        )
        if row[1].writes and status < 400:
            # the next is tried on things to which nothing has happened yet
            path = things(world, row[1])
        named = message.endswith(f"(parameter.{name})")
        if allowed and message.startswith(OF_THE_CURRENCY):
            assert Decimal(value) % 1
        elif allowed and message.startswith(OF_THE_UNIT):
            assert Decimal(value) > 100
        elif allowed:
            assert status != 422 or not named or name in CALLER_PARAMETERS | OF_THE_SHOP, (
                drawn,
                message,
            )
        else:
            assert (status, named) == (422, True), (drawn, message)

    holds()
