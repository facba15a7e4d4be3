"""Shipping fees of an order, with the reason of each charge: pure arithmetic.

`quote(terms, lines, to)` is all an order needs. Lines become parcels: products with a fee of their
own are sent individually, those a supplier sends are its parcel, the rest goes together. Each
parcel is charged by the `Policy` (`terms.py`) of its sender or product; a surcharge is charged once
for each sender, the additional fee of the shop once, with the first parcel that it sends itself.

A tier applies from its begin to below its end. Above the last tier by amount shipping is free;
above the last tier by weight or quantity its fee still applies. Every charge is rounded, half up,
to the smallest unit of the currency.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.shipping import regions
from openmall.commerce.shipping.refusals import (
    DELIVERED_ABROAD_ONLY,
    NO_FEE_FOR_COUNTRY,
    NOT_DELIVERED_ABROAD,
    NOT_DELIVERED_TO_COUNTRY,
    TOO_MANY_UNITS_ABROAD,
)
from openmall.commerce.shipping.terms import (
    Counted,
    CountryFee,
    Destination,
    Policy,
    Region,
    Rounding,
    Sender,
    ShippingLine,
    Surcharges,
    Terms,
    Tier,
)
from openmall.contract.money import ZERO, smallest_unit
from openmall.contract.refusal import Reason, Refusal, Value

Why = Literal[
    "basic", "individual", "supplier", "country", "handling", "additional", "regional"
]  # fmt: skip
Payer = Literal["prepaid", "on_delivery"]
_ROUNDINGS: Final = {"L": ROUND_FLOOR, "U": ROUND_HALF_UP, "C": ROUND_CEILING}


class Undeliverable(Exception):
    """The shop does not deliver there."""

    def __init__(self, refusal: Refusal, **values: Value) -> None:
        self.reason = Reason(refusal, values)
        super().__init__(self.reason.text())


class Charge(Struct, frozen=True, kw_only=True):
    """A component of a fee."""

    why: Why
    amount: Decimal
    detail: str
    """The rule in words, such as `fixed 2500.00`."""


class Parcel(Struct, frozen=True, kw_only=True):
    """Lines that are sent and charged together."""

    items: tuple[str, ...]
    supplier: str
    individual: bool
    paid: Payer
    charges: tuple[Charge, ...]

    @property
    def fee(self) -> Decimal:
        """The fee of the parcel, surcharges included."""
        return sum((each.amount for each in self.charges), ZERO)


class Quote(Struct, frozen=True):
    """The parcels of an order and their fees."""

    parcels: tuple[Parcel, ...]

    @property
    def total(self) -> Decimal:
        """The fee of the whole order."""
        return sum((each.fee for each in self.parcels), ZERO)

    @property
    def prepaid(self) -> Decimal:
        """The part paid with the order; the rest is paid on delivery."""
        return sum((each.fee for each in self.parcels if each.paid == "prepaid"), ZERO)


def quote(
    terms: Terms, lines: Sequence[ShippingLine], to: Destination, *, on_delivery: bool = False
) -> Quote:
    """Return the parcels of an order's `lines` with their fees.

    `on_delivery`: the customer wants to pay on delivery where that can be chosen.
    Raises Undeliverable.
    """
    _require_deliverable(terms, lines, to)
    parcels: list[Parcel] = []
    surcharged: set[str] = set()
    for sent in _parcelled(terms, lines):
        sender = _sender(terms, sent.supplier)
        totals = _totals(sent, sender.weight, terms.counted)
        charges: list[Charge] = []
        if sent.policy.delivered:
            charges = _charges(terms, sent, totals, to)
            if sent.supplier not in surcharged:
                surcharged.add(sent.supplier)
                charges += _additional(terms, sent)
                charges += _regional(terms, sender, to)
        late = sent.policy.prepaid == "C" or (sent.policy.prepaid == "B" and on_delivery)
        parcels.append(
            Parcel(
                items=tuple(each.item for each in sent.lines),
                supplier=sent.supplier,
                individual=sent.individual,
                paid="on_delivery" if late else "prepaid",
                charges=tuple(each for each in charges if each.amount),
            )
        )
    return Quote(tuple(parcels))


class _Sent(Struct, frozen=True):
    lines: tuple[ShippingLine, ...]
    supplier: str
    individual: bool
    policy: Policy


class _Totals(Struct, frozen=True):
    quantity: Decimal
    weight: Decimal
    price: Decimal
    """Of the goods, before or after discounts as the shop counts them."""


def _require_deliverable(terms: Terms, lines: Sequence[ShippingLine], to: Destination) -> None:
    abroad = to.country != terms.country
    if abroad and terms.scope == "A":
        raise Undeliverable(NOT_DELIVERED_ABROAD)
    if not abroad and terms.scope == "C":
        raise Undeliverable(DELIVERED_ABROAD_ONLY)
    if abroad and terms.countries is not None and to.country not in terms.countries:
        raise Undeliverable(NOT_DELIVERED_TO_COUNTRY, country=to.country)
    most = terms.most_abroad
    if abroad and most is not None and sum(each.quantity for each in lines) > most:
        raise Undeliverable(TOO_MANY_UNITS_ABROAD, most=most)


def _sender(terms: Terms, supplier: str) -> Sender:
    return terms.suppliers.get(supplier, terms.shop)


def _parcelled(terms: Terms, lines: Sequence[ShippingLine]) -> list[_Sent]:
    """Return the parcels in the order of their first lines."""
    groups: dict[tuple[str, str], list[ShippingLine]] = {}
    for line in lines:
        supplier = line.supplier if line.supplier in terms.suppliers else ""
        alone = ""
        if line.own is not None and _sender(terms, supplier).own_fees:
            alone = line.item if terms.individually == "I" else f"product {line.product_no}"
        groups.setdefault((supplier, alone), []).append(line)
    found = []
    for (supplier, alone), together in groups.items():
        own = together[0].own if alone else None
        policy = own or _sender(terms, supplier).policy
        found.append(_Sent(tuple(together), supplier, bool(alone), policy))
    return found


def _totals(sent: _Sent, weight: Decimal, counted: Counted) -> _Totals:
    price = sum((each.price * each.quantity for each in sent.lines), ZERO)
    if counted == "after":
        price -= sum((each.discount for each in sent.lines), ZERO)
    return _Totals(
        quantity=Decimal(sum(each.quantity for each in sent.lines)),
        weight=sum(((each.weight or weight) * each.quantity for each in sent.lines), ZERO),
        price=price,
    )


def _charges(terms: Terms, sent: _Sent, totals: _Totals, to: Destination) -> list[Charge]:
    if to.country == terms.country or terms.country_fees is None:
        amount, detail = _by_policy(sent.policy, totals)
        why: Why = "individual" if sent.individual else "supplier" if sent.supplier else "basic"
    else:
        amount, detail = _by_country(terms.country_fees, totals, to.country)
        why = "country"
    charges = [Charge(why=why, amount=_rounded(amount, terms.currency), detail=detail)]
    if to.country != terms.country:
        charges += _handled(terms, totals, to.country)
    return charges


def _by_policy(policy: Policy, totals: _Totals) -> tuple[Decimal, str]:
    price = totals.price
    if policy.fee_type == "R":
        return policy.fee, f"fixed {policy.fee}"
    if policy.fee_type == "M":
        if policy.free_from is None:
            return policy.fee, f"fixed {policy.fee}"
        if price >= policy.free_from:
            return ZERO, f"free from {policy.free_from}"
        return policy.fee, f"{policy.fee} below {policy.free_from}"
    if policy.fee_type == "N":
        return policy.fee * totals.quantity, f"{policy.fee} for each of {totals.quantity}"
    if policy.fee_type == "D":
        return _in_tiers(policy.tiers, price, "amount", ends=True)
    if policy.fee_type == "W":
        return _in_tiers(policy.tiers, totals.weight, "weight")
    if policy.fee_type == "C":
        return _in_tiers(policy.tiers, totals.quantity, "quantity")
    return ZERO, "free"


def _in_tiers(
    tiers: Sequence[Tier], value: Decimal, what: str, *, ends: bool = False
) -> tuple[Decimal, str]:
    """Return the fee of the tier `value` is in; `ends`: nothing above the last."""
    if not tiers:
        return ZERO, f"no tiers by {what}"
    for tier in tiers:
        if value < tier.ends:
            return tier.fee, f"{tier.fee} by {what} below {tier.ends}"
    last = tiers[-1]
    if ends:
        return ZERO, f"free by {what} from {last.ends}"
    return last.fee, f"{last.fee} by {what} from {last.begins}"


def _by_country(fees: Sequence[CountryFee], totals: _Totals, country: str) -> tuple[Decimal, str]:
    """Return the highest of a country's fees by pieces, kilograms and price."""
    tiers: dict[str, list[Tier]] = {}
    for each in fees:
        if each.country == country:
            tiers.setdefault(each.by, []).append(each.tier)
    if not tiers:
        raise Undeliverable(NO_FEE_FOR_COUNTRY, country=country)
    values = {"quantity": totals.quantity, "weight": totals.weight, "price": totals.price}
    found = [_in_tiers(of, values[by], f"{by} to {country}") for by, of in tiers.items()]
    return max(found, key=lambda each: each[0])


def _handled(terms: Terms, totals: _Totals, country: str) -> list[Charge]:
    found = []
    for each in terms.handling:
        if each.country == country and each.begins <= totals.price < each.ends:
            amount = totals.price * each.fee / 100 if each.percent else each.fee
            if each.unit is not None:
                steps = (amount / each.unit).to_integral_value(_ROUNDINGS[each.rounding])
                amount = steps * each.unit
            else:
                amount = _rounded(amount, terms.currency, each.rounding)
            found.append(
                Charge(why="handling", amount=_rounded(amount, terms.currency), detail=each.name)
            )
    return found


def _additional(terms: Terms, sent: _Sent) -> list[Charge]:
    """Return the additional fee of the shop; what a supplier sends is charged by its own terms."""
    if sent.supplier:
        return []
    amount = _rounded(terms.additional, terms.currency)
    return [Charge(why="additional", amount=amount, detail=f"additional {terms.additional}")]


def _regional(terms: Terms, sender: Sender, to: Destination) -> list[Charge]:
    if sender.surcharges is None or to.country != terms.country:
        return []
    amount, detail = _surcharge(sender.surcharges, to)
    return [Charge(why="regional", amount=_rounded(amount, terms.currency), detail=detail)]


def _surcharge(surcharges: Surcharges, to: Destination) -> tuple[Decimal, str]:
    """Return the highest surcharge of a destination."""
    if surcharges.by == "A":
        region = regions.of(to.country, to.zipcode)
        if region is None:
            return ZERO, ""
        return (surcharges.jeju if region == "jeju" else surcharges.remote), region
    found = [
        (each.amount, " ".join(each.names) or f"{each.start}-{each.end}")
        for each in surcharges.regions
        if (_named(each, to) if surcharges.by == "N" else _within(each, to.zipcode))
    ]
    return max(found, key=lambda each: each[0], default=(ZERO, ""))


def _named(region: Region, to: Destination) -> bool:
    address = to.address.casefold()
    return bool(region.names) and all(name.casefold() in address for name in region.names)


def _within(region: Region, zipcode: str) -> bool:
    if not region.start or len(zipcode) != len(region.start):
        return False
    return region.start <= zipcode <= region.end


def _rounded(amount: Decimal, currency: str, how: Rounding = "U") -> Decimal:
    unit = smallest_unit(currency)
    return amount.quantize(unit, rounding=_ROUNDINGS[how]).quantize(Decimal("0.01")) + ZERO
