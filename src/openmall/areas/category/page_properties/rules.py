"""What a shop owner would recognise: choosing which fields of products the pages of a shop show.

Every page works alike: what a new shop shows, then the fields the merchant made, then what the
shop changed of them on that page. A field belongs to the whole mall: made for one page, it can be
shown on the others as well.
"""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from openmall.areas.category.categories import store as categories
from openmall.areas.category.mains import rules as mains
from openmall.areas.category.page_properties import builtin, store
from openmall.areas.category.page_properties.shape import (
    MOST_FIELDS,
    DetailPageChange,
    DetailProperties,
    DetailProperty,
    DetailPropertyChange,
    Field,
    KeptField,
    ListPage,
    ListPageChange,
    ListProperties,
    Look,
    MadeField,
    MainPage,
    MainPageChange,
    MainProperties,
    MakeField,
    Page,
    PageKind,
    Property,
    PropertyChange,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, merged, sent
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import ShopParams
from openmall.database import numbers


async def retrieve_list(call: Call, params: ListPage) -> ListProperties:
    """Retrieve the fields of products in lists.

    With `separated_category` T those of one category, which are those of all until they change.
    """
    page = await _list_page(call, params)
    return _list(call, page, await _shown(call, page))


async def change_list(call: Call, params: ListPageChange) -> ListProperties:
    """Update the fields of products in lists. Identical content is NotModified (409)."""
    page = await _list_page(call, params, to_change=True)
    return _list(call, page, await _change(call, page, params.properties))


async def retrieve_main(call: Call, params: MainPage) -> MainProperties:
    """Retrieve the fields of products on the main page."""
    page = await _main_page(call, params.display_group)
    return _main(call, page, await _shown(call, page))


async def change_main(call: Call, params: MainPageChange) -> MainProperties:
    """Update the fields of products on the main page. Identical content is NotModified (409)."""
    page = await _main_page(call, params.display_group, to_change=True)
    return _main(call, page, await _change(call, page, params.properties))


async def retrieve_detail(call: Call, params: ShopParams) -> DetailProperties:
    """Retrieve the fields of the page of a product."""
    return _detail(call, await _shown(call, Page("product")))


async def change_detail(call: Call, params: DetailPageChange) -> DetailProperties:
    """Update the fields of the page of a product. Identical content is NotModified (409)."""
    return _detail(call, await _change(call, Page("product"), params.properties))


def create_for(kind: PageKind, words: str) -> Callable[[Call, MakeField], Awaitable[MadeField]]:
    """Return the handler that makes a field for a page, called `words`."""

    async def create(call: Call, draft: MakeField) -> MadeField:
        return await _make(call, kind, draft)

    create.__doc__ = f"Create a field for {words}."
    return create


async def _make(call: Call, kind: PageKind, draft: MakeField) -> MadeField:
    named = [each.shop_no for each in draft.property.multishop_display_names]
    parameter = "property.multishop_display_names.shop_no"
    if not call.mall.shops.keys() >= set(named):
        raise Invalid("There is no such shop.", parameter=parameter)
    if len(set(named)) < len(named):
        raise Invalid("A shop is named twice.", parameter=parameter)
    number = await numbers.take(call.db, "page_field")
    if number > MOST_FIELDS:
        raise Invalid(f"A mall makes at most {MOST_FIELDS} fields.", parameter="property")
    made = Field(key=f"custom_option{number}", **asdict(draft.property))
    await store.add_field(call, number, KeptField(kind=kind, field=made))
    call.journal(f"property {made.key}", differences_from_nothing(made))
    return MadeField(property=made)


async def _list_page(
    call: Call, params: ListPage | ListPageChange, *, to_change: bool = False
) -> Page:
    """Return the list that is meant. Raises NotFound (404) for no such category."""
    if params.separated_category == "F":
        return Page("category", params.display_group)
    if params.category_no is UNSET:
        raise Invalid("Name the category.", parameter="category_no")
    if await categories.find(call, params.category_no, to_change=to_change) is None:
        raise NotFound("The category does not exist.", parameter="category_no")
    return Page("category", params.display_group, params.category_no)


async def _main_page(call: Call, display_group: int, *, to_change: bool = False) -> Page:
    """Return the group that is meant. Raises NotFound (404) when the shop has none such."""
    group = await mains.find(call, display_group, to_change=to_change)
    return Page("main", group.display_group)


async def _shown(call: Call, page: Page) -> list[Property]:
    """Return the fields of a page as the call's shop shows them."""
    kept = await store.read(call, page)
    if kept is None:
        kept = await _of_all(call, page)
    return _changed(await _unchanged(call, page.kind), kept)


async def _change(
    call: Call, page: Page, changes: Sequence[DetailPropertyChange] | UnsetType
) -> list[Property]:
    """Change fields of a page, and return all of it. Those that are not named stay as they are.

    Raises Invalid (422) for a field there is not, NotModified (409).
    """
    wanted = {} if changes is UNSET else {each.key: each for each in changes}
    if changes is not UNSET and len(wanted) < len(changes):
        raise Invalid("A property is named twice.", parameter="properties.key")
    kept = await store.to_change(call, page)
    if kept is None:
        kept = await _of_all(call, page)
    unchanged = await _unchanged(call, page.kind)
    if not {each.key for each in unchanged} >= wanted.keys():
        raise Invalid("There is no such property.", parameter="properties.key")
    before = _changed(unchanged, kept)
    new = {
        key: merged(kept.get(key, PropertyChange(key=key)), sent(each))
        for key, each in wanted.items()
    }
    after = _changed(unchanged, kept | new)
    if after == before:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    await store.keep(call, page, kept | new)
    call.journal(
        _subject(page),
        {
            f"{old.key}.{name}": values
            for old, now in zip(before, after, strict=True)
            for name, values in differences(old, now).items()
        },
    )
    return after


async def _of_all(call: Call, page: Page) -> store.Kept:
    """Return what the shop changed of the lists of all categories, for one without its own."""
    if not page.category_no:
        return {}
    return await store.read(call, replace(page, category_no=0)) or {}


async def _unchanged(call: Call, kind: PageKind) -> list[Property]:
    """Return the fields of a page before the shop changed anything."""
    language = call.mall.shops[call.shop_no].language
    made = [_as_made(call, kind, kept) for kept in await store.fields(call)]
    return builtin.properties(kind, language) + made


def _as_made(call: Call, kind: PageKind, kept: KeptField) -> Property:
    """Return a field the merchant made: it has its look on the page it was made for.

    In a language it has no name in it is called as in the first one it was named in.
    """
    names = {each.shop_no: each.name for each in kept.field.multishop_display_names}
    look = Look()
    if kept.kind == kind:
        look = Look(**{name: getattr(kept.field, name) for name in Look.__struct_fields__})
    first = kept.field.multishop_display_names[0].name
    return Property(key=kept.field.key, name=names.get(call.shop_no, first), **asdict(look))


def _changed(properties: list[Property], kept: store.Kept) -> list[Property]:
    return [merged(each, sent(kept[each.key])) if each.key in kept else each for each in properties]


def _subject(page: Page) -> str:
    """Return what a page is called in the activity log."""
    if page.kind == "product":
        return "properties of product pages"
    if page.kind == "main":
        return f"properties of main {page.display_group}"
    where = f"category {page.category_no}" if page.category_no else "categories"
    return f"properties of {where}, section {page.display_group}"


def _list(call: Call, page: Page, properties: list[Property]) -> ListProperties:
    return ListProperties(
        shop_no=call.shop_no,
        display_group=page.display_group,
        separated_category="T" if page.category_no else "F",
        category_no=page.category_no or None,
        properties=properties,
    )


def _main(call: Call, page: Page, properties: list[Property]) -> MainProperties:
    return MainProperties(
        shop_no=call.shop_no, display_group=page.display_group, properties=properties
    )


def _detail(call: Call, properties: list[Property]) -> DetailProperties:
    fields = DetailProperty.__struct_fields__
    return DetailProperties(
        shop_no=call.shop_no,
        properties=[
            DetailProperty(**{name: getattr(each, name) for name in fields}) for each in properties
        ],
    )
