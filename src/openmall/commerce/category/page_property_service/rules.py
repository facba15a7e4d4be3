"""The operations on the fields of products that the pages of a shop show.

The fields of a page are the built-in ones, then the merchant's own, with the shop's changes for
that page applied. A field belongs to the whole mall: created for one page, it can be shown on the
others as well.
"""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.category.page_properties import builtin
from openmall.commerce.category.page_properties import store as page_property_store
from openmall.commerce.category.page_properties.shape import (
    MOST_FIELDS,
    CreatedField,
    DetailPageChange,
    DetailProperties,
    DetailProperty,
    DetailPropertyChange,
    Field,
    ListPage,
    ListPageChange,
    ListProperties,
    Look,
    MainPage,
    MainPageChange,
    MainProperties,
    MakeField,
    Page,
    PageKind,
    Property,
    PropertyChange,
    StoredField,
)
from openmall.commerce.category.page_property_service.refusals import (
    PAGE_CATEGORY_MISSING,
    PROPERTY_NAMED_TWICE,
    TOO_MANY_PAGE_FIELDS,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, merged, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH, SHOP_NAMED_TWICE
from openmall.database import sequences


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


def create_for(kind: PageKind, words: str) -> Callable[[Call, MakeField], Awaitable[CreatedField]]:
    """Return the handler that creates a field for a page, described by `words`."""

    async def create(call: Call, draft: MakeField) -> CreatedField:
        return await _make(call, kind, draft)

    create.__doc__ = f"Create a field for {words}."
    return create


async def _make(call: Call, kind: PageKind, draft: MakeField) -> CreatedField:
    named = [each.shop_no for each in draft.property.multishop_display_names]
    parameter = "property.multishop_display_names.shop_no"
    if not call.mall.shops.keys() >= set(named):
        raise Invalid(NO_SUCH, parameter=parameter, resource=Phrase("shop"))
    if len(set(named)) < len(named):
        raise Invalid(SHOP_NAMED_TWICE, parameter=parameter)
    number = await sequences.allocate(call.db, "page_field")
    if number > MOST_FIELDS:
        raise Invalid(TOO_MANY_PAGE_FIELDS, parameter="property", most=MOST_FIELDS)
    field = Field(key=f"custom_option{number}", **asdict(draft.property))
    await page_property_store.add_field(call, number, StoredField(kind=kind, field=field))
    call.journal(f"property {field.key}", differences_from_nothing(field))
    return CreatedField(property=field)


async def _list_page(
    call: Call, params: ListPage | ListPageChange, *, to_change: bool = False
) -> Page:
    """Return the list page of the parameters. Raises NotFound (404) for an unknown category."""
    if params.separated_category == "F":
        return Page("category", params.display_group)
    if not isinstance(params.category_no, int):
        raise Invalid(PAGE_CATEGORY_MISSING, parameter="category_no")
    if await category_store.find(call, params.category_no, to_change=to_change) is None:
        raise NotFound(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    return Page("category", params.display_group, params.category_no)


async def _main_page(call: Call, display_group: int, *, to_change: bool = False) -> Page:
    """Return the main page of the parameters. Raises NotFound (404) for an unknown group."""
    group = await main_rules.find(call, display_group, to_change=to_change)
    return Page("main", group.display_group)


async def _shown(call: Call, page: Page) -> list[Property]:
    """Return the fields of a page as the call's shop shows them."""
    stored = await page_property_store.read(call, page)
    if stored is None:
        stored = await _of_all(call, page)
    return _changed(await _unchanged(call, page.kind), stored)


async def _change(
    call: Call, page: Page, changes: Sequence[DetailPropertyChange] | UnsetType
) -> list[Property]:
    """Change fields of a page and return all its fields. Fields that are not named are left alone.

    Raises Invalid (422) for an unknown field, NotModified (409).
    """
    requested = {} if changes is UNSET else {each.key: each for each in changes}
    if changes is not UNSET and len(requested) < len(changes):
        raise Invalid(PROPERTY_NAMED_TWICE, parameter="properties.key")
    stored = await page_property_store.to_change(call, page)
    if stored is None:
        stored = await _of_all(call, page)
    unchanged = await _unchanged(call, page.kind)
    if not {each.key for each in unchanged} >= requested.keys():
        raise Invalid(NO_SUCH, parameter="properties.key", resource=Phrase("property"))
    before = _changed(unchanged, stored)
    new = {
        key: merged(stored.get(key, PropertyChange(key=key)), sent_fields(each))
        for key, each in requested.items()
    }
    after = _changed(unchanged, stored | new)
    if after == before:
        raise NotModified(IDENTICAL)
    await page_property_store.keep(call, page, stored | new)
    call.journal(
        _subject(page),
        {
            f"{old.key}.{name}": values
            for old, now in zip(before, after, strict=True)
            for name, values in differences(old, now).items()
        },
    )
    return after


async def _of_all(call: Call, page: Page) -> page_property_store.PageChanges:
    """Return the shop's changes of the lists of all categories, for a category without its own."""
    if not page.category_no:
        return {}
    return await page_property_store.read(call, replace(page, category_no=0)) or {}


async def _unchanged(call: Call, kind: PageKind) -> list[Property]:
    """Return the fields of a page before the shop changed anything."""
    language = call.mall.shops[call.shop_no].language
    own = [_as_property(call, kind, each) for each in await page_property_store.fields(call)]
    return builtin.properties(kind, language) + own


def _as_property(call: Call, kind: PageKind, field: StoredField) -> Property:
    """Return a merchant's own field; its appearance is set for the page it was created for.

    In a language without a name it has its first one.
    """
    names = {each.shop_no: each.name for each in field.field.multishop_display_names}
    look = Look()
    if field.kind == kind:
        look = Look(**{name: getattr(field.field, name) for name in Look.__struct_fields__})
    first = field.field.multishop_display_names[0].name
    return Property(key=field.field.key, name=names.get(call.shop_no, first), **asdict(look))


def _changed(properties: list[Property], stored: page_property_store.PageChanges) -> list[Property]:
    return [
        merged(each, sent_fields(stored[each.key])) if each.key in stored else each
        for each in properties
    ]


def _subject(page: Page) -> str:
    """Return the subject of a page in the activity log."""
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
