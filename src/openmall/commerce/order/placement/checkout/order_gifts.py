"""Gifts of an order that is quoted: offered by benefits, chosen by the buyer or automatic.

The benefits setting decides which orders get gifts, and who chooses them. A gift is an item of the
order without a price; its unit is taken from stock like any other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.commerce.order.amounts import Bill, Costs
from openmall.commerce.order.placement.checkout import store
from openmall.commerce.order.placement.checkout.reductions import Offer
from openmall.commerce.order.placement.checkout.refusals import (
    BENEFIT_HAS_NO_SUCH_GIFT,
    GIFT_NOT_EARNED,
    NO_GIFTS_TO_CHOOSE,
    ONE_GIFT_ONLY,
    TOO_FEW_POINTS_FOR_GIFTS,
    TOO_MANY_OF_GIFT,
)
from openmall.commerce.order.placement.checkout.takes import Checkout, ChosenGift
from openmall.commerce.order.placement.placing.pricing import Gift, Priced, RequestedItem, priced
from openmall.commerce.order.placement.placing.refusals import GIFT_SOLD_OUT
from openmall.commerce.product import product_variant_store
from openmall.commerce.product.product_variant_store import ProductVariant
from openmall.commerce.product.stock import reservation_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.quantity_changes import OutOfStock
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.promotion.benefits import gifts
from openmall.commerce.promotion.benefits.discounts import holds
from openmall.commerce.promotion.benefits.gifts import CountedItem, CountedShipping, GiftTerms
from openmall.commerce.promotion.benefits.shape import Benefit, GiftProduct
from openmall.commerce.store.benefits_setting import BenefitsSetting, Mode
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

_MOST_VARIANTS: Final = 500
"""Variants of gifts that one order is offered."""


class OfferedGift(Struct, frozen=True, kw_only=True):
    """A gift that an order may get."""

    product_no: int
    variant_code: str
    product_name: str
    option_value: str
    gift_point: Decimal
    """Part of the offer's amount that a unit uses up."""
    max_count: int
    """The most units of the product."""
    sold_out: Flag
    quantity: int
    """Units that were chosen, or that the order gets by itself."""


class GiftOffer(Struct, frozen=True, kw_only=True):
    """The gifts of a benefit that an order earns."""

    benefit_no: int
    benefit_name: str
    automatic: Flag
    """T: given by itself; F: the buyer chooses, by `gifts`."""
    selection_mode: Mode
    """S: one gift for the order, M: several."""
    amount: Decimal
    """The amount of the order that counts; the points of its gifts are at most as much."""
    gifts: list[OfferedGift]


class OrderGifts(Struct, frozen=True, kw_only=True):
    """The gifts of an order, and those that it is offered."""

    gifts: list[Gift] = []
    offers: list[GiftOffer] = []


class _Candidate(Struct, frozen=True, kw_only=True):
    terms: GiftTerms
    product: GiftProduct
    found: ProductVariant
    variant: Variant


NO_GIFTS: Final = OrderGifts()


async def find_gifts(
    call: Call,
    draft: Checkout,
    offer: Offer,
    items: Sequence[Priced],
    bill: Bill,
    *,
    member_id: str,
) -> OrderGifts:
    """Return the gifts of an order, and what it is offered.

    `items`: those of the offer after their discounts, and `bill` what they cost. Raises Invalid
    (422) for chosen gifts that the order does not earn, OutOfStock (422) for one that is sold out.
    """
    terms = offer.terms
    giving = [
        each
        for each in terms.benefits
        if each.gift is not None and holds(each, terms.visitor, now=terms.now)
    ]
    setting = await current(call, BenefitsSetting) if giving else BenefitsSetting()
    chooses = setting.gift_grant_type == "S" and setting.gift_selection_step == "order_form"
    if setting.use_gift != "T" or not (chooses or setting.gift_grant_type == "A"):
        _require_none(draft.gifts)
        return NO_GIFTS
    if not chooses:
        _require_none(draft.gifts)
    earning = await earned_terms(
        call, setting, giving, offer, counted(offer, items, bill), _shipping(bill), draft, bill,
        member_id=member_id,
    )  # fmt: skip
    return await choose_gifts(call, setting, earning, items, draft.gifts, automatic=not chooses)


async def choose_gifts(
    call: Call,
    setting: BenefitsSetting,
    earning: Sequence[GiftTerms],
    items: Sequence[Priced],
    chosen: Sequence[ChosenGift],
    *,
    automatic: bool,
) -> OrderGifts:
    """Return the gifts of an order that earns those of `earning`, and what it is offered.

    `items`: what the order takes from stock besides. Raises as `find_gifts`.
    """
    candidates = await _candidates(call, earning)
    left = await _left(call, candidates, items)
    if automatic:
        units = _automatic(setting, candidates, left)
    else:
        units = _chosen(setting.gift_selection_mode, candidates, chosen, left)
    return OrderGifts(
        gifts=[
            _gift(each, setting, number, automatic=automatic)
            for each in candidates
            if (number := units[_key(each)])
        ],
        offers=_offers(setting, earning, candidates, left, units, chooses=not automatic),
    )


def _require_none(chosen: Sequence[ChosenGift]) -> None:
    if chosen:
        raise Invalid(NO_GIFTS_TO_CHOOSE, parameter="gifts")


async def earned_terms(
    call: Call,
    setting: BenefitsSetting,
    giving: Sequence[Benefit],
    offer: Offer,
    items: Sequence[CountedItem],
    shipping: CountedShipping,
    draft: Checkout,
    bill: Bill,
    *,
    member_id: str,
) -> list[GiftTerms]:
    """Return the benefits whose gifts an order earns, the one from the highest amount on first."""
    method = None if draft.payment_method is UNSET else draft.payment_method
    if not gifts.allows_method(setting.available_payment_methods, method):
        return []
    if setting.allow_point_payment == "F" and not bill.due and bill.amount.points_spent_amount:
        return []
    earning = gifts.earning_benefits(giving, setting, offer.wanted, items, shipping)
    return [each for each in earning if await _is_first(call, each.benefit, member_id)]


async def _is_first(call: Call, benefit: Benefit, member_id: str) -> bool:
    """Return whether a benefit of first purchases is for a buyer; guests have no first purchase."""
    gift = benefit.gift
    if gift is None or gift.offer_only_first == "F":
        return True
    if not member_id:
        return False
    if gift.first_purchase_type == "O":
        return not await store.has_ordered(call, member_id)
    return not await store.has_received(call, member_id)


def counted(offer: Offer, items: Sequence[Priced], bill: Bill) -> list[CountedItem]:
    """Return the items of a quote as the amount of gifts counts them."""
    return [
        CountedItem(
            item_no=number,
            price=each.costs.price if free is None else ZERO,
            paid=each.costs.payment_amount - share.discount,
            points=share.points,
        )
        for number, (each, share, free) in enumerate(
            zip(items, bill.shares, offer.free, strict=True), start=1
        )
    ]


def _shipping(bill: Bill) -> CountedShipping:
    amount = bill.amount
    off = amount.shipping_fee_discount_amount + amount.coupon_shipping_fee_amount
    return CountedShipping(paid=amount.shipping_fee - off, points=bill.for_shipping.points)


async def _candidates(call: Call, earning: Sequence[GiftTerms]) -> list[_Candidate]:
    listed = [
        (terms, product)
        for terms in earning
        if terms.benefit.gift is not None
        for product in terms.benefit.gift.gift_product_list
        if product.max_count
    ]
    if not listed:
        return []
    numbers = {product.product_no for _, product in listed}
    found = await product_variant_store.of_products(call, numbers, most=_MOST_VARIANTS)
    return [
        _Candidate(terms=terms, product=product, found=each, variant=variant)
        for terms, product in listed
        for each, variant in found.get(product.product_no, [])
    ]


async def _left(
    call: Call, candidates: Sequence[_Candidate], items: Sequence[Priced]
) -> dict[str, int]:
    """Return how many units of gifts are left beside the order's items; nothing is locked."""
    variants = {each.variant.variant_code: each.variant for each in candidates}
    counting = [code for code, each in variants.items() if each.use_inventory == "T"]
    if not counting:
        return {}
    now = int(call.clock.now())
    reserved = Counter(await reservation_store.reserved(call.db, counting, now=now))
    for each in items:
        reserved.update(each.stock_units)
    return stock_rules.left(variants.values(), reserved)


_Key = tuple[int, str]


def _key(each: _Candidate) -> _Key:
    return each.terms.benefit.benefit_no, each.variant.variant_code


def _chosen(
    mode: Mode,
    candidates: Sequence[_Candidate],
    chosen: Sequence[ChosenGift],
    left: Mapping[str, int],
) -> Counter[_Key]:
    """Return the units of chosen gifts. Raises Invalid (422) for a choice that is not offered."""
    known = {_key(each): each for each in candidates}
    units: Counter[_Key] = Counter()
    of_product: Counter[tuple[int, int]] = Counter()
    of_variant: Counter[str] = Counter()
    points: dict[int, Decimal] = {}
    for each in chosen:
        key = each.benefit_no, each.variants_code
        if each.benefit_no not in {number for number, _ in known}:
            raise Invalid(GIFT_NOT_EARNED, parameter="gifts.benefit_no")
        if key not in known:
            raise Invalid(BENEFIT_HAS_NO_SUCH_GIFT, parameter="gifts.variants_code")
        terms, product = known[key].terms, known[key].product
        units[key] += each.quantity
        of_variant[each.variants_code] += each.quantity
        of_product[each.benefit_no, product.product_no] += each.quantity
        if of_product[each.benefit_no, product.product_no] > product.max_count:
            raise Invalid(TOO_MANY_OF_GIFT, parameter="gifts.quantity", most=product.max_count)
        spent = points.get(each.benefit_no, ZERO) + product.gift_point * each.quantity
        points[each.benefit_no] = spent
        if spent > terms.amount:
            raise Invalid(TOO_FEW_POINTS_FOR_GIFTS, parameter="gifts")
        if of_variant[each.variants_code] > left.get(each.variants_code, each.quantity):
            raise OutOfStock(GIFT_SOLD_OUT, parameter="gifts.variants_code")
    if mode == "S" and units.total() > 1:
        raise Invalid(ONE_GIFT_ONLY, parameter="gifts")
    return units


def _automatic(
    setting: BenefitsSetting, candidates: Sequence[_Candidate], left: Mapping[str, int]
) -> Counter[_Key]:
    """Return the units of gifts that an order gets by itself, as far as there are some left.

    One benefit gives, or all that the order earns, as the setting `gift_grant_mode` says; each
    gives one gift, or of every listed one as many as `max_count`, by `offer_only_one_in_automatic`.
    """
    units: Counter[_Key] = Counter()
    taken: Counter[str] = Counter()
    of_product: Counter[tuple[int, int]] = Counter()
    points: dict[int, Decimal] = {}
    gave: list[int] = []
    for each in candidates:
        number, code = _key(each)
        if number not in gave and gave and setting.gift_grant_mode == "S":
            break
        only_one = setting.offer_only_one_in_automatic == "T"
        if only_one and number in gave:
            continue
        most = 1 if only_one else each.product.max_count
        most -= of_product[number, each.product.product_no]
        if code in left:
            most = min(most, left[code] - taken[code])
        rest = each.terms.amount - points.get(number, ZERO)
        if each.product.gift_point:
            most = min(most, int(rest // each.product.gift_point))
        if most <= 0:
            continue
        units[number, code] += most
        taken[code] += most
        of_product[number, each.product.product_no] += most
        points[number] = points.get(number, ZERO) + each.product.gift_point * most
        gave.append(number)
    return units


def _gift(each: _Candidate, setting: BenefitsSetting, units: int, *, automatic: bool) -> Gift:
    requested = RequestedItem(variant_code=each.variant.variant_code, quantity=units, price=ZERO)
    item = priced(requested, each.found.product, each.found.names, each.variant)
    costs = Costs(quantity=units, product_price=ZERO)
    shown = replace(
        item.item, option_price=ZERO, payment_amount=ZERO, gift="T", shipping_payment_option="F"
    )
    return Gift(
        priced=replace(item, costs=costs, item=shown),
        earned=each.terms.earned(setting, point=each.product.gift_point),
        automatic=automatic,
    )


def _offers(
    setting: BenefitsSetting,
    earning: Sequence[GiftTerms],
    candidates: Sequence[_Candidate],
    left: Mapping[str, int],
    units: Mapping[_Key, int],
    *,
    chooses: bool,
) -> list[GiftOffer]:
    """Return what an order is offered, with sold-out gifts where the shop shows them."""
    found = []
    for terms in earning:
        shown = []
        for each in candidates:
            code = each.variant.variant_code
            sold_out = not left.get(code, 1)
            if each.terms is not terms or (
                sold_out and setting.display_soldout_gifts == "disabled"
            ):
                continue
            if not chooses and not units[_key(each)]:
                continue
            names = priced(
                RequestedItem(variant_code=code, quantity=1),
                each.found.product,
                each.found.names,
                each.variant,
            ).item
            shown.append(
                OfferedGift(
                    product_no=names.product_no,
                    variant_code=code,
                    product_name=names.product_name,
                    option_value=names.option_value,
                    gift_point=each.product.gift_point,
                    max_count=each.product.max_count,
                    sold_out="T" if sold_out else "F",
                    quantity=units[_key(each)],
                )
            )
        if shown:
            found.append(
                GiftOffer(
                    benefit_no=terms.benefit.benefit_no,
                    benefit_name=terms.benefit.benefit_name,
                    automatic="F" if chooses else "T",
                    selection_mode=setting.gift_selection_mode,
                    amount=terms.amount,
                    gifts=shown,
                )
            )
    return found
