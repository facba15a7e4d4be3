"""Lists are walked by numbers wherever rows have them, else by offset."""

from typing import Any

import pytest

from openmall_client.transport import Call, _Pages

LIST = "GET /products"


def first(**query: Any) -> dict[str, Any]:
    """Return the query of the first page."""
    call = Call(LIST, "GET", "/products", query=query)
    pages = _Pages(call, "products", size=2, most_offset=100, since="since_product_no")
    return dict(pages.next().query)


@pytest.mark.parametrize("fields", [None, ["product_no"], ["price", "product_no"], "a,product_no"])
def test_rows_with_their_number_are_walked_by_it(fields: Any) -> None:
    query = first(fields=fields)

    assert query["since_product_no"] == 0
    assert "offset" not in query


@pytest.mark.parametrize("given", [{"fields": ["price"]}, {"sort": "created_date"}, {"offset": 4}])
def test_other_rows_are_walked_by_offset(given: dict[str, Any]) -> None:
    query = first(**given)

    assert query["offset"] == given.get("offset", 0)
    assert not query.get("since_product_no")
