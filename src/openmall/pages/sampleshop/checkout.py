"""The checkout: who orders, where it goes, what is let off, how it is paid; and the order."""

from decimal import Decimal, InvalidOperation
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError
from openmall.http.web import bills
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.visitor import Visitor

METHODS: Final = {
    "card": marked("Card"),
    "tcash": marked("Real-time transfer"),
    "cash": marked("Bank transfer"),
}
"""Ways to pay that the shop may have, and what they are called."""
BUYER: Final = ("name", "email", "cellphone")
RECEIVER: Final = (
    "name", "cellphone", "zipcode", "address1", "address2", "shipping_message",
)  # fmt: skip
_SHOWN: Final = (403, 404, 409, 422)
"""Refusals that are said on the page itself."""


async def show(here: Visitor) -> Response:
    """Show the checkout of what lies in the cart."""
    return await _show(here, await known(here))


async def take(here: Visitor, form: Fields) -> Response:
    """Order what lies in the cart, or only work out what it would cost."""
    names = [f"buyer_{each}" for each in BUYER] + [f"receiver_{each}" for each in RECEIVER]
    names += ["coupon", "use_points", "use_credits", "payment_method", "once"]
    said = {name: form.text(name).strip() for name in names}
    if form.text("act") != "order":
        return await _show(here, said)
    draft = {
        **_bill(said),
        "receiver": _filled(said, "receiver", RECEIVER),
        "payment_method": said["payment_method"],
    }
    buyer = _filled(said, "buyer", BUYER)
    if buyer:
        draft["buyer"] = buyer
    try:
        told = await here.ask("orders", draft, method="POST", key=f"checkout-{said['once']}")
    except ApiError as error:
        if error.status in _SHOWN:
            return await _show(here, said, problem=error)
        raise
    order = told.content
    path = f"/orders/{order['order_id']}"
    return here.go(f"{path}/payment") if order["payment_id"] else here.go(path, done="ordered")


async def _show(
    here: Visitor, said: dict[str, str], *, problem: ApiError | None = None
) -> Response:
    lying = await here.content("carts")
    if not lying:
        return await here.show("cart.html", lines=[], pictures={}, bill=None, problem=problem)
    estimate, hindrance = await estimated(here, said)
    problem = problem or hindrance
    return await here.show(
        "checkout.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        estimate=estimate,
        bill=None if estimate is None else bills.of_estimate(estimate, here.language),
        said=said,
        methods=[(each, here.said(name)) for each, name in METHODS.items()],
        once=secrets.generate(),
    )


async def estimated(here: Visitor, said: dict[str, str]) -> tuple[Any, ApiError | None]:
    """Quote what lies in the cart for the fields of a checkout.

    Return the estimate, quoted without coupons, points and credits where those are refused, and
    the refusal. None instead of the estimate: it is refused without them as well.
    """
    place = _filled(said, "receiver", ("zipcode", "address1", "address2"))
    sketch: dict[str, Any] = {"receiver": place}
    if said.get("payment_method") in METHODS:
        sketch["payment_method"] = said["payment_method"]
    refused: ApiError | None = None
    for wishes in (_bill(said), {}):
        try:
            told = await here.ask("orders/estimate", {**sketch, **wishes}, method="POST")
        except ApiError as error:
            if error.status not in _SHOWN:
                raise
            refused = refused or error
        else:
            return told.content, refused
    return None, refused


def _bill(said: dict[str, str]) -> dict[str, Any]:
    """Return what somebody wishes to be let off."""
    wishes: dict[str, Any] = {}
    if said.get("coupon"):
        wishes["coupons"] = [{"issue_no": said["coupon"]}]
    for name in ("use_points", "use_credits"):
        if said.get(name, "") not in ("", "0"):
            wishes[name] = _plain(said[name])
    return wishes


def _plain(amount: str) -> str:
    """Return an amount without the commas people write."""
    plain = amount.replace(",", "")
    try:
        return str(Decimal(plain))
    except InvalidOperation:
        return amount


def _filled(said: dict[str, str], whose: str, names: tuple[str, ...]) -> dict[str, str]:
    return {name: said[f"{whose}_{name}"] for name in names if said.get(f"{whose}_{name}")}


async def known(here: Visitor) -> dict[str, str]:
    """Return the fields with which a checkout begins: of a member, what the shop knows."""
    said = {f"receiver_{each}": "" for each in RECEIVER} | {f"buyer_{each}": "" for each in BUYER}
    said |= {"coupon": "", "use_points": "", "use_credits": "", "payment_method": "card"}
    if here.member:
        myself = await here.content("customers/me")
        for name in RECEIVER:
            said[f"receiver_{name}"] = myself.get(name) or ""
    return said
