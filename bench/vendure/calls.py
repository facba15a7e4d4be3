"""What is asked of Vendure: GraphQL as a storefront and a back office would send it."""

import json
from typing import Final

PRODUCT: Final = """query($id: ID!) { product(id: $id) {
  id createdAt updatedAt name slug description enabled
  optionGroups { id name options { id name } }
  variants { id sku name price priceWithTax currencyCode stockLevel options { id name } } } }"""
SEARCH: Final = """{ search(input: {take: 10, groupByProduct: true}) { totalItems
  items { productId productName slug sku description currencyCode
    priceWithTax { ... on PriceRange { min max } } } } }"""
"""A list as Vendure's makers advise storefronts to draw it: from the search index, one table."""
LIST: Final = """{ products(options: {take: 10}) { items {
  id createdAt updatedAt name slug description enabled
  optionGroups { id name options { id name } }
  variants { id sku name price priceWithTax currencyCode stockLevel options { id name } } } } }"""
UPDATE: Final = """mutation($id: ID!, $price: Money!) {
  updateProductVariants(input: [{id: $id, price: $price}]) { id price } }"""
REFUSED: Final = "... on ErrorResult { errorCode message }"
LOGIN: Final = f"""mutation($name: String!, $password: String!) {{
  login(username: $name, password: $password) {{ __typename {REFUSED} }} }}"""
ADD: Final = f"""mutation($id: ID!) {{ addItemToOrder(productVariantId: $id, quantity: 1) {{
  ... on Order {{ code totalWithTax lines {{ id quantity linePriceWithTax }} }} {REFUSED} }} }}"""
CHECKOUT: Final = f"""mutation {{
  address: setOrderShippingAddress(input: {{fullName: "Min Kim", streetLine1: "1 Sejong-daero",
    postalCode: "04524", countryCode: "KR"}}) {{ __typename {REFUSED} }}
  method: setOrderShippingMethod(shippingMethodId: ["1"]) {{ __typename {REFUSED} }}
  state: transitionOrderToState(state: "ArrangingPayment") {{ __typename
    ... on OrderStateTransitionError {{ errorCode message }} }} }}"""
"""All that stands between a cart and its payment, in one call: a storefront needs three."""
PAY: Final = f"""mutation {{ addPaymentToOrder(input: {{method: "card", metadata: {{}}}}) {{
  ... on Order {{ code state totalWithTax }} {REFUSED} }} }}"""


def body(query: str, **variables: object) -> dict[str, object]:
    """Return what is sent of a query: without the blanks that people read it by."""
    return {"query": " ".join(query.split()), "variables": variables}


def script(path: str, query: str, variables: str = "'{}'", **headers: str) -> str:
    """Return a script of the load program; `variables`: JSON, as a Lua expression of `n`.

    GraphQL says 200 of what it refuses, so each answer is read for errors.
    """
    sent = json.dumps({"query": " ".join(query.split()), "variables": "HERE"})
    before, after = sent.split('"HERE"')
    lines = [
        f"wrk.headers[{json.dumps(name.replace('_', '-'))}] = {json.dumps(value)}"
        for name, value in {"content_type": "application/json", **headers}.items()
    ]
    return f"""
{chr(10).join(lines)}
local before, after = {_long(before)}, {_long(after)}
refused = 0
request = function()
  local n = math.random(1, 2147483647)
  return wrk.format("POST", "/{path}", nil, before .. {variables} .. after)
end
response = function(status, headers, body)
  if string.find(body, '"errors"', 1, true) or string.find(body, '"errorCode"', 1, true) then
    refused = refused + 1
  end
end
"""


def _long(text: str) -> str:
    """Return a text as Lua writes it without looking for escapes."""
    return f"[==[{text}]==]"


def refusals(answer: object) -> list[str]:
    """Return what an answer says went wrong: of the call, or of one of its parts."""
    if not isinstance(answer, dict):
        return [str(answer)]
    found = [str(each) for each in answer.get("errors") or []]
    parts = answer.get("data") or {}
    found += [
        str(part) for part in parts.values() if isinstance(part, dict) and "errorCode" in part
    ]
    return found
