"""The page of a product: details, price, articles about it; cart and wish list."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.community.storefront_boards import rules, writers
from openmall.commerce.community.storefront_boards.shape import OpenBoard
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.placement.subscriptions import front as subscription_front
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.wishlist import own_wishlist
from openmall.commerce.product import front as product_area_front
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.availability_store import Availability
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.params import Flag
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.http.web import rich_text
from openmall.pages.sampleshop import information, structured_data
from openmall.pages.sampleshop.boards import listed, own_pictures
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import (
    bundle_parts,
    delivery_lines,
    option_choices,
    product_pictures,
    recently_viewed,
    restock_notices,
    review_figures,
    shown_prices,
    variant_choices,
)
from openmall.pages.sampleshop.search_engines import search_store
from openmall.pages.sampleshop.themes.plain_data import data_of

_MAX_ARTICLES: Final = 5
"""Maximum number of articles of each board shown with a product."""
_PRODUCT_BOARD: Final = 5
"""Type of boards with articles about products."""
_CART_DEFAULTS: Final = {"basket_type": "A0000", "duplicated_item_check": "F"}


async def show(
    context: PageContext,
    number: str,
    *,
    problem: ApiError | None = None,
    choices: Sequence[str] = (),
    parts: Sequence[str] = (),
    **typed: Any,
) -> Response:
    """Show a product.

    `choices`: the values of its options that were chosen; `parts`: the variants of a bundle's.
    """
    response = await context.call(
        f"products/{number}", embed=("options", "variants", "additionalimages")
    )
    product = response.content
    promotions = [
        {**data_of(each), "paragraphs": paragraphs(each.content)}
        for each in await context.content(
            product_area_front.storewide_promotions, {"product_no": number}
        )
    ]
    boards = await _boards(context, number)
    ratings = await search_store.ratings(
        context.database, context.mall.mall_id, context.shop.shop_no, product["product_no"]
    )
    offer = await context.content(subscription_front.offer_on_display, {"product_no": number})
    variants = [each for each in product["variants"] if each["display"] == "T"]
    stock = await _availability(context, product["product_no"])
    pictures = await product_pictures.of(context, product)
    [shown] = await shown_prices.with_prices(context, [product], "product")
    reduced = any(each["kind"] == "discount_price" for each in shown["prices"])
    offered = [variant_choices.offered(product, each, stock, reduced=reduced) for each in variants]
    sold_out = not stock.can_be_bought
    variant = variant_choices.chosen(context, offered, typed.get("variant_code", ""), choices)
    # the variant of the address is shown though it is sold out, but it cannot be chosen then
    if variant is not None and not variant["sold_out"]:
        choices = choices or variant["values"]
        typed["variant_code"] = variant["code"]
    groups = option_choices.groups(product["options"], offered, choices)
    shown_picture = product_pictures.chosen(
        context, pictures, variant_choices.picture(groups, variant)
    )
    own_parts = bundle_parts.of_product(product, parts)
    lacking = [each["variant_code"] for each in variants if each["variant_code"] in stock.lacking]
    restock = None
    if stock.for_sale and lacking and not own_parts:
        restock = await restock_notices.shown(context, number, lacking, sold_out=sold_out)
    return await context.show(
        default_pages.PRODUCT,
        title=product["product_name"],
        about={"product-no": product["product_no"]},
        problem=problem,
        product={**shown, "prices": variant_choices.prices(context, shown["prices"], variant)},
        # what a script shows again where another variant is chosen
        usual_product=shown if variant is not None and variant["price"] else None,
        reviews=review_figures.of(ratings),
        delivery=await delivery_lines.of_shop(context, own_fee=stock.has_own_fee),
        own_price=reduced,
        guides=await information.of_product(context, product),
        pictures=[each["address"] for each in pictures],
        picture=pictures[shown_picture]["address"] if pictures else "",
        picture_text=pictures[shown_picture]["text"] if pictures else product["product_name"],
        picture_texts=[each["text"] for each in pictures],
        paragraphs=paragraphs(product["description"]),
        description=_description(product["description"]),
        variants=offered,
        choices=groups,
        parts=own_parts,
        sold_out=sold_out,
        is_over=not stock.for_sale,
        subscribable=offer.offered == "T" and stock.for_sale,
        subscriptions_only=offer.one_time_purchase == "F",
        members_only=not stock.for_everyone and not context.member,
        restock=restock,
        few_left=None if sold_out else variant_choices.few_left(stock, variant),
        texts_to_enter=_texts_to_enter(product),
        boards=_with_figures(boards) if ratings else boards,
        described=await _described(
            context,
            product,
            variants,
            stock,
            ratings,
            is_offered=offer.one_time_purchase == "T",
        ),
        promotions=promotions,
        seen_before=await recently_viewed.before(context, product["product_no"]),
        chosen={"variant_code": "", "quantity": str(product["minimum_quantity"]), **typed},
    )


def _texts_to_enter(product: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the texts that customers enter for a product, such as an engraving."""
    return [
        {
            "name": each["additional_option_name"],
            "needed": each["required_additional_option"] == "T",
            "length": each["additional_option_text_length"],
        }
        for each in product["options"]["additional_options"]
    ]


async def _boards(context: PageContext, number: str) -> list[dict[str, Any]]:
    """Return the boards with articles about products, and those about this one."""
    boards = []
    for board in await listed(context):
        if board.board_type != _PRODUCT_BOARD:
            continue
        articles = await context.content(
            rules.listing,
            {"product_no": number, "limit": _MAX_ARTICLES, "board_no": board.board_no},
        )
        shown = [
            {**data_of(each), "pictures": own_pictures(context, each.attach_file_urls)}
            for each in articles
        ]
        may_write = await _may_write(context, board, number)
        boards.append({**data_of(board), "may_write": may_write, "articles": shown})
    return boards


def _with_figures(boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return boards, the first one with a rated article as the one that has the figures."""
    rated = [any(each["rating"] for each in board["articles"]) for board in boards]
    at = rated.index(True) if True in rated else 0
    return [{**board, "is_reviewed": place == at} for place, board in enumerate(boards)]


async def _may_write(context: PageContext, board: OpenBoard, number: str) -> Flag:
    """Return whether the shopper may write about a product: some boards are for buyers alone."""
    if board.may_write == "F":
        return "F"
    about: dict[str, Encodable] = {"board_no": board.board_no, "product_no": number}
    needed = (await context.content(writers.need, about)).needed
    return "T" if needed == "nothing" else "F"


def _description(text: str) -> Markup | None:
    """Return a description as its author wrote it; None: its paragraphs are shown."""
    return rich_text.cleaned(text) if rich_text.has_markup(text) else None


async def _described(
    context: PageContext,
    product: dict[str, Any],
    variants: list[dict[str, Any]],
    stock: Availability,
    ratings: Mapping[int, int],
    *,
    is_offered: bool,
) -> About:
    """Return what the page of a product tells search engines: the product, and the way to it.

    `is_offered`: it is sold one by one, not in subscriptions only. Without an offer is also what
    guests cannot buy.
    """
    number, mall_id, shop_no = product["product_no"], context.mall.mall_id, context.shop.shop_no
    address = context.absolute(f"/products/{number}")
    facts = await search_store.facts(context.database, mall_id, shop_no, [number])
    text = product["summary_description"] or " ".join(paragraphs(product["description"]))[:5_000]
    pictures = product_pictures.addresses(product)
    offers = [
        (
            each["variant_code"],
            f"{variant_choices.price(product, each):.2f}",
            stock.for_sale and each["variant_code"] in stock.buyable,
        )
        for each in variants
        if is_offered and stock.for_everyone and not product["price_content"]
    ]
    data = structured_data.product(
        name=product["product_name"],
        address=address,
        description=text,
        pictures=pictures,
        sku=product["custom_product_code"] or product["product_code"],
        brand=facts[number].brand if number in facts else "",
        currency=context.shop.currency,
        offers=offers,
        ratings=(sum(ratings.values()), sum(each * ratings[each] for each in ratings)),
    )
    steps = [*await _way(context, product), (product["product_name"], address)]
    return About(
        kind="product",
        sharing="product",
        description=text,
        picture=pictures[0] if pictures else "",
        data=[data, structured_data.breadcrumbs(steps)],
    )


async def _way(context: PageContext, product: dict[str, Any]) -> list[tuple[str, str]]:
    """Return names and addresses of the categories above a product; none where it is in none."""
    for place in product.get("category") or []:
        try:
            category = await context.read_as_guest(f"categories/{place['category_no']}")
        except ApiError:
            continue  # it is not on display
        numbers = category["full_category_no"]
        return [
            (name, context.absolute(f"/categories/{numbers[level]}"))
            for level, name in category["full_category_name"].items()
            if name
        ]
    return []


async def _availability(context: PageContext, product_no: int) -> Availability:
    """Return what can be bought of a product on display."""
    async with context.database.reading(context.mall.mall_id) as db:
        found = await availability_store.of_products(
            db, [product_no], shop_no=context.shop.shop_no, now=context.now
        )
    if product_no not in found:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    return found[product_no]


DEEDS: Final = Deeds("cart", "buy", "wish", *restock_notices.ACTS, without="cart")


async def submit(context: PageContext, form: Fields, number: str) -> Response:
    """Add a product to the cart or the wish list, or ask for a notice when it is back.

    What is bought at once is added to the cart as well, and the checkout shown.
    """
    if form.deed in restock_notices.ACTS:
        try:
            return await restock_notices.change(context, form, number)
        except ApiError as error:
            if error.status in (403, 422, 429):
                return await show(context, number, problem=error, email=form.text("email"))
            raise
    choices = option_choices.chosen_values(form)
    embed = ("options", "variants") if choices else ("options",)
    product = (await context.call(f"products/{number}", embed=embed)).content
    texts = [
        {"name": each["additional_option_name"], "value": form.text(f"text{at}")}
        for at, each in enumerate(product["options"]["additional_options"])
        if form.text(f"text{at}")
    ]
    typed = {name: form.text(name) for name in ("variant_code", "quantity")}
    parts = bundle_parts.chosen_in(form)
    try:
        if choices:
            typed["variant_code"] = option_choices.variant_code(
                choices, product["options"], product["variants"]
            )
        if form.deed == "wish":
            if not typed["variant_code"]:
                raise Invalid(NO_SUCH, parameter="variant_code", resource=Phrase("variant"))
            code = {"variant_code": typed["variant_code"]}
            await context.call(own_wishlist.wish, code)
            return context.redirect(f"/products/{number}", done="wished")
        variant: dict[str, Encodable] = {
            "variants_code": typed["variant_code"],
            "quantity": typed["quantity"],
            "additional_option_values": texts,
            "bundle_product_components": bundle_parts.as_sent(parts),
        }
        shipping_payment = "C" if product["prepaid_shipping_fee"] == "C" else "P"
        values: dict[str, Encodable] = {
            "product_no": number,
            "variants": [variant],
            "prepaid_shipping_fee": shipping_payment,
        }
        await context.call(cart_rules.create, {**_CART_DEFAULTS, **values})
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await show(context, number, problem=error, choices=choices, parts=parts, **typed)
        raise
    if form.deed == "buy":
        return context.redirect("/checkout")
    return context.redirect("/cart", done="cart")
