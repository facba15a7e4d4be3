"""The partner programme: which shops take part, and what partners read of them."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from openmall.cli import output, settings

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.contract.call import Mall
    from openmall.partner.shape import Enrolment, Terms

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

_MANY = {"shop_tags", "social_logins", "benefits", "global_payment_type"}


@click.group()
def partner() -> None:
    """Let shops take part in the partner programme, and keep what partners read.

    Every product that a shop of the programme displays and sells is listed by itself.

    \b
    Examples:
      openmall partner shop enrol --mall myshop --score 85 --category D10/D1010 --tag linen
      openmall partner category map 3 C10/C1010/C101010 --mall myshop
      openmall partner rebuild
    """


@partner.group()
def shop() -> None:
    """Let shops join and leave, and list those that take part."""


@shop.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Which of its shops.")
@click.option(
    "--score",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="Grade: black from 90, purple from 80, green from 70, else orange.",
)
@click.option("--category", default="", metavar="CODE/CODE", help="Its category, two levels.")
@click.option(
    "--popular-age",
    "shop_popular_age",
    default="etc",
    show_default=True,
    help="teenager, twenties, thirties, forties or etc.",
)
@click.option("--sex", "shop_sex", default="", help="F or M; left out: both.")
@click.option("--region", "shop_region", default="", help="Where it is.")
@click.option("--tag", "shop_tags", multiple=True, help="What it is about; at most ten.")
@click.option(
    "--social-login",
    "social_logins",
    multiple=True,
    help="socialnet, chatapp, portal, messenger, websearch or osaccount.",
)
@click.option("--platformpay", "use_platformpay", is_flag=True, help="It takes platform pay.")
@click.option("--portalpay", "use_portalpay", is_flag=True, help="It takes portal pay.")
@click.option("--carrier-y", "use_carrier_y", is_flag=True, help="It sends by carrier Y.")
@click.option(
    "--shipping-fee-type",
    default="E",
    show_default=True,
    help="T, R, M, D, W, C, N, F or E: what delivery costs, as the API has it.",
)
@click.option("--benefit", "benefits", multiple=True, help="DP, DR, DQ, DM, DN, DV, PG or PB.")
@click.option("--global-payment", "global_payment_type", multiple=True, help="GA to GF.")
@settings.where
def enrol(mall_id: str, shop_no: int, as_json: bool, **given: Any) -> None:
    """Let a shop take part, or give it other terms; all of them are said each time.

    \b
    Example:
      openmall partner shop enrol --mall myshop --score 85 --category D10/D1010 --tag linen
    """
    from openmall.areas.partner import taking_part

    where = {name: given.pop(name) for name in settings.WHERE}
    terms = _terms(given)

    async def work(opened: "Installation") -> int:
        mall = await _mall(opened, mall_id)
        async with opened.database.writing(mall_id) as db:
            await taking_part.enrol(db, opened.clock, mall, shop_no=shop_no, terms=terms)
        return await _rebuilt(opened, mall_id)

    products = _run(work, **where)
    said = f"Shop {shop_no} of {mall_id} takes part; {products:,} products were looked through."
    output.show(
        {"store_id": mall_id, "shop_no": shop_no, **_plain(terms)}, as_json=as_json, text=said
    )


@shop.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Which of its shops.")
@settings.where
def leave(mall_id: str, shop_no: int, as_json: bool, **given: Any) -> None:
    """Let a shop leave: partners read nothing of it from then on.

    \b
    Example:
      openmall partner shop leave --mall myshop
    """
    from openmall.areas.partner import taking_part

    async def work(opened: "Installation") -> None:
        async with opened.database.writing(mall_id) as db:
            await taking_part.leave(db, shop_no)
        opened.counters.bump()

    _run(work, **given)
    facts = {"store_id": mall_id, "shop_no": shop_no}
    output.show(facts, as_json=as_json, text=f"Shop {shop_no} of {mall_id} has left.")


@shop.command("list")
@settings.where
def list_shops(as_json: bool, **given: Any) -> None:
    """List the shops that take part.

    \b
    Example:
      openmall partner shop list --json
    """
    from openmall.partner import enrolment

    async def work(opened: "Installation") -> "list[Enrolment]":
        async with opened.database.reading("") as db:
            return await enrolment.every(db)

    found = _run(work, **given)
    rows = [
        (each.store_id, each.shop_no, each.shop_name, each.terms.grade, each.terms.shop_tags)
        for each in found
    ]
    columns = ("store_id", "shop_no", "shop_name", "grade", "tags")
    text = output.table(columns, rows, empty="No shop takes part yet.")
    output.show([_plain(each) for each in found], as_json=as_json, text=text)


@partner.group()
def category() -> None:
    """Say where a mall's categories belong in the programme."""


@category.command("map")
@click.argument("category_no", type=int)
@click.argument("place", metavar="CODE[/CODE[/CODE]]")
@click.option("--mall", "mall_id", required=True, help="The mall whose category it is.")
@settings.where
def map_category(category_no: int, place: str, mall_id: str, as_json: bool, **given: Any) -> None:
    """Say where CATEGORY_NO belongs, and every category below it that is not mapped itself.

    \b
    Example:
      openmall partner category map 3 C10/C1010/C101010 --mall myshop
    """
    from openmall.areas.partner import taking_part

    codes = _codes(place, levels=3)

    async def work(opened: "Installation") -> None:
        mall = await _mall(opened, mall_id)
        async with opened.database.writing(mall_id) as db:
            await taking_part.map_category(
                db, opened.clock, mall, category_no, (codes[0], codes[1], codes[2])
            )
        await _rebuilt(opened, mall_id)

    _run(work, **given)
    facts = _place(category_no, codes)
    output.show(facts, as_json=as_json, text=f"Category {category_no} belongs in {place}.")


@category.command()
@click.argument("category_no", type=int)
@click.option("--mall", "mall_id", required=True, help="The mall whose category it is.")
@settings.where
def unmap(category_no: int, mall_id: str, as_json: bool, **given: Any) -> None:
    """Forget where CATEGORY_NO belongs.

    \b
    Example:
      openmall partner category unmap 3 --mall myshop
    """
    from openmall.areas.partner import taking_part

    async def work(opened: "Installation") -> None:
        async with opened.database.writing(mall_id) as db:
            await taking_part.unmap_category(db, category_no)
        await _rebuilt(opened, mall_id)

    _run(work, **given)
    said = f"Category {category_no} belongs nowhere."
    output.show({"category_no": category_no}, as_json=as_json, text=said)


@category.command("list")
@click.option("--mall", "mall_id", required=True, help="The mall whose categories they are.")
@settings.where
def list_categories(mall_id: str, as_json: bool, **given: Any) -> None:
    """List the categories of a mall that are mapped.

    \b
    Example:
      openmall partner category list --mall myshop
    """
    from openmall.partner import listing

    async def work(opened: "Installation") -> list[dict[str, Any]]:
        await opened.require_mall(mall_id)
        async with opened.database.reading(mall_id) as db:
            places = await listing.every_place(db)
        return [_place(number, list(codes)) for number, codes in places.items()]

    found = _run(work, **given)
    columns = ("category_no", "depth1", "depth2", "depth3")
    text = output.table(
        columns, [list(each.values()) for each in found], empty="No category is mapped yet."
    )
    output.show(found, as_json=as_json, text=text)


@partner.group()
def product() -> None:
    """Write down what the programme knows of a product beside the mall."""


@product.command("set")
@click.argument("product_no", type=int)
@click.argument("figures", nargs=-1, metavar="NAME=VALUE...")
@click.option("--mall", "mall_id", required=True, help="The mall whose product it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="In which of its shops.")
@settings.where
def set_product(
    product_no: int,
    figures: tuple[str, ...],
    mall_id: str,
    shop_no: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Write down what is known of PRODUCT_NO; what is not named is not known any more.

    NAME is one of pc_discount_price, mobile_discount_price, is_free_gift, is_coupon_discount,
    brand_name, product_popular_age, review_count, review_score (0 to 5), hits_count and
    popularity_score.

    \b
    Example:
      openmall partner product set 7 review_count=12 review_score=4 --mall myshop
    """
    import msgspec

    from openmall.areas.partner import taking_part
    from openmall.partner.shape import Figures

    values = dict(each.partition("=")[::2] for each in figures)
    try:
        known = msgspec.convert(values, Figures, strict=False)
    except msgspec.ValidationError as error:
        raise click.UsageError(f"NAME=VALUE: {error}") from None

    async def work(opened: "Installation") -> None:
        mall = await _mall(opened, mall_id)
        async with opened.database.writing(mall_id) as db:
            await taking_part.know(
                db, opened.clock, mall, product_no=product_no, shop_no=shop_no, known=known
            )

    _run(work, **given)
    facts = {"store_id": mall_id, "shop_no": shop_no, "product_no": product_no, **_plain(known)}
    output.show(facts, as_json=as_json, text=f"Product {product_no} is written down.")


@partner.command()
@click.option("--mall", "mall_id", help="Only this mall.")
@settings.where
def rebuild(mall_id: str | None, as_json: bool, **given: Any) -> None:
    """Make anew what partners read, from what the malls have.

    It keeps up by itself; this mends a store that was changed by other means.

    \b
    Example:
      openmall partner rebuild --json
    """
    from openmall.partner import enrolment

    async def work(opened: "Installation") -> dict[str, int]:
        async with opened.database.reading("") as db:
            malls = sorted({each.store_id for each in await enrolment.every(db)})
        if mall_id is not None and mall_id not in malls:
            raise ValueError(f"no shop of {mall_id!r} takes part")
        found = {}
        with _progress(quiet=as_json) as progress:
            for each in malls if mall_id is None else [mall_id]:
                found[each] = await _rebuilt(opened, each, progress)
        return found

    made = _run(work, **given)
    total = sum(made.values())
    facts = {"malls": len(made), "products": total}
    said = f"{len(made):,} malls, {total:,} products were looked through."
    output.show(facts, as_json=as_json, text=said)


async def _rebuilt(
    opened: "Installation",
    mall_id: str,
    progress: Callable[[int], None] = lambda count: None,
) -> int:
    from openmall.areas.partner import taking_part

    # from here on every process tells partners of what changes, so nothing slips between
    opened.counters.bump()
    mall = await _mall(opened, mall_id)
    return await taking_part.rebuild(opened.database, opened.clock, mall, progress)


async def _mall(opened: "Installation", mall_id: str) -> "Mall":
    from openmall.oauth.directory import Directory

    mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    if mall is None:
        raise click.ClickException(f"there is no mall {mall_id!r}")
    return mall


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int], None]]:
    import sys

    if quiet or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.TextColumn("{task.completed:,.0f} products"),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Looking through the malls", total=None)
        yield lambda count: bar.advance(task, count)


def _run(work: "Callable[[Installation], Awaitable[T]]", **given: Any) -> T:
    from openmall.cli import installation

    return installation.run(settings.configured(**given), work)


def _terms(given: dict[str, Any]) -> "Terms":
    import msgspec

    from openmall.partner.shape import Terms

    depth1, depth2 = _codes(given.pop("category"), levels=2)
    values = {name: list(value) if name in _MANY else value for name, value in given.items()}
    try:
        return msgspec.convert({**values, "depth1": depth1, "depth2": depth2}, Terms)
    except msgspec.ValidationError as error:
        raise click.UsageError(str(error)) from None


def _codes(text: str, *, levels: int) -> list[str]:
    import msgspec

    from openmall.partner.shape import Code

    codes = text.split("/") if text else []
    try:
        msgspec.convert(codes, list[Code])
    except msgspec.ValidationError as error:
        raise click.UsageError(f"{text!r}: {error}") from None
    if len(codes) > levels:
        raise click.UsageError(f"{text!r} has more than {levels} levels")
    return codes + [""] * (levels - len(codes))


def _place(category_no: int, codes: list[str]) -> dict[str, Any]:
    names = ("depth1", "depth2", "depth3")
    return {"category_no": category_no, **dict(zip(names, codes, strict=True))}


def _plain(thing: Any) -> dict[str, Any]:
    import msgspec

    facts: dict[str, Any] = msgspec.to_builtins(thing)
    return facts
