"""What entries of the history are about, by name: products, customers, themes and so on.

Names are looked up by kind, each kind once for a page, and only of what the manager may view.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Self

from msgspec import Struct, field

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import installed_apps
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.product.variants import codes
from openmall.contract import scopes as scope_names
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.database.session import Session
from openmall.http.web.languages import marked
from openmall.pages.backoffice import given_names
from openmall.pages.backoffice.history import name_store, product_faces, value_words
from openmall.pages.backoffice.history.product_faces import ProductFace
from openmall.pages.backoffice.page_context import PageContext

SCOPES: Final[Mapping[str, str]] = {
    "article": scope_names.READ_COMMUNITY,
    "benefit": scope_names.READ_PROMOTION,
    "board": scope_names.READ_COMMUNITY,
    "brand": scope_names.READ_COLLECTION,
    "campaign": scope_names.READ_PROMOTION,
    "carrier": scope_names.READ_SHIPPING,
    "category": scope_names.READ_CATEGORY,
    "classification": scope_names.READ_COLLECTION,
    "common_event": scope_names.READ_COMMUNITY,
    "coupon": scope_names.READ_PROMOTION,
    "custom_property": scope_names.READ_PRODUCT,
    "customer": scope_names.READ_PRIVACY,
    "discount_code": scope_names.READ_PROMOTION,
    "display": scope_names.READ_CATEGORY,
    "group": scope_names.READ_CUSTOMER,
    "inflow": scope_names.READ_ORDER,
    "inflow_group": scope_names.READ_ORDER,
    "inquiry": scope_names.READ_COMMUNITY,
    "manufacturer": scope_names.READ_COLLECTION,
    "order": scope_names.READ_ORDER,
    "product": scope_names.READ_PRODUCT,
    "redirect": scope_names.READ_STORE,
    "sales_channel": scope_names.READ_ORDER,
    "segment": scope_names.READ_NOTIFICATION,
    "shipping_origin": scope_names.READ_SHIPPING,
    "subscription_rule": scope_names.READ_STORE,
    "supplier": scope_names.READ_SUPPLY,
    "template": scope_names.READ_COMMUNITY,
    "trend": scope_names.READ_COLLECTION,
    "variant": scope_names.READ_PRODUCT,
}
"""Kind of thing -> the permission that shows its name; of others, the log itself does."""
OF_LISTS: Final[Mapping[str, tuple[Handler, str, str]]] = {
    "board": (board_rules.list_boards, "board_no", "board_name"),
    "display": (main_rules.listing, "display_group", "group_name"),
    "group": (customergroup_rules.listing, "group_no", "group_name"),
}
"""Kind of thing -> the operation that lists all of a shop, and its fields with id and name."""
_NUMBER: Final = re.compile(r"\d{1,18}")
_UNKNOWN: Final = marked("Unknown")
_NUMBERED: Final = marked("No. %(number)s")
Wanted = tuple[str, str]
"""Kind of thing, and its id."""


class Names(Struct, frozen=True, kw_only=True):
    """Names of things, by kind and id, as far as the manager may know them."""

    found: Mapping[Wanted, str] = MappingProxyType({})
    faces: Mapping[int, ProductFace] = MappingProxyType({})

    def of(self, kind: str, named: str) -> str:
        """Return the name of a thing; empty: it is not known."""
        if kind == "variant":
            return self._variant(named)
        return self.found.get((kind, named), "")

    def value(self, context: PageContext, kind: str, named: str) -> str:
        """Return what stands for an id among the values of fields."""
        if name := self.of(kind, named):
            return name
        if kind in SCOPES and not may_view(context, kind):
            return context.translate(_UNKNOWN)
        if kind in ("staff", "customer", "app", "role", "order"):
            return named
        if _NUMBER.fullmatch(named):
            return context.translate(_NUMBERED) % {"number": named}
        return context.translate(_UNKNOWN)

    def _variant(self, code: str) -> str:
        face = self.faces.get(codes.product_no(code))
        if face is None:
            return ""
        values = face.variants.get(code, "")
        # a product without options has one variant, which its name says
        return f"{face.name} ({values})" if values else face.name


NO_NAMES: Final = Names()


def may_view(context: PageContext, kind: str) -> bool:
    """Return whether the manager may view things of a kind, so that their names are shown."""
    return kind not in SCOPES or context.user.rights.permits_scope(SCOPES[kind])


class Subjects(Struct):
    """What the names on a page are wanted of."""

    ids: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Kind of a thing -> ids."""

    def add(self, kind: str, named: Encodable) -> Self:
        """Want the name of a thing; nothing where its id is empty."""
        if named not in (None, "", 0, "0"):
            self.ids[kind].add(str(named))
        return self

    def add_values(self, fields: Mapping[str, Encodable]) -> Self:
        """Want the names of all things that values of fields are ids of, by paths of fields."""
        for path, value in fields.items():
            kind = value_words.KIND_OF_FIELD.get(path.rpartition(".")[2])
            if kind is not None:
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, str | int) and not isinstance(each, bool):
                        self.add(kind, each)
        return self

    async def find(self, context: PageContext) -> Names:
        """Look the names up, in the shop of the page."""
        wanted = {kind: ids for kind, ids in self.ids.items() if may_view(context, kind)}
        shop_no = context.shop.shop_no
        numbers = [int(each) for each in wanted.pop("product", ()) if _NUMBER.fullmatch(each)]
        variants = wanted.pop("variant", set())
        numbers += [number for each in variants if (number := codes.product_no(each))]
        faces = await product_faces.faces(context, numbers, shop_no, with_variants=True)
        found = {("product", str(number)): face.name for number, face in faces.items()}
        for kind in wanted.keys() & OF_LISTS.keys():
            found |= await _listed(context, kind)
        found |= await _of_context(context, wanted.keys())
        found |= {("order", each): each for each in wanted.get("order", ())}
        stored = {kind: ids for kind, ids in wanted.items() if kind in name_store.SOURCES}
        if stored:
            found |= await _stored(context, stored, shop_no)
        return Names(found=found, faces=faces)


async def _listed(context: PageContext, kind: str) -> dict[Wanted, str]:
    handler, number, name = OF_LISTS[kind]
    try:
        rows = (await context.call(handler, {"shop_no": context.shop.shop_no})).content
    except ApiError as error:
        if error.status != 403:
            raise
        return {}
    return {
        (kind, str(getattr(row, number))): given_names.shown(context, getattr(row, name))
        for row in rows
    }


async def _of_context(context: PageContext, kinds: Iterable[str]) -> dict[Wanted, str]:
    """Return the names of shops, staff and apps, of which a mall has few."""
    wanted, found = {*kinds}, dict[Wanted, str]()
    if "shop" in wanted:
        found |= {
            ("shop", str(each.shop_no)): each.name for each in context.visit.mall.shops.values()
        }
    if wanted & {"staff", "app", "author"}:
        async with context.database.reading(context.mall_id) as db:
            managers, apps = await mall_rules.managers(db), await installed_apps.in_mall(db)
        for kinds_of, named, name in (
            *((("staff", "author"), each.user_id, each.name) for each in managers),
            *((("app", "author"), each.client_id, each.name) for each in apps),
        ):
            found |= {(kind, named): name for kind in kinds_of}
    return found


async def _stored(
    context: PageContext, wanted: Mapping[str, Iterable[str]], shop_no: int
) -> dict[Wanted, str]:
    found: dict[Wanted, str] = {}
    async with context.database.reading(context.mall_id) as db:
        for kind, ids in wanted.items():
            if kind == "category":
                found |= await _category_paths(db, ids, shop_no)
                continue
            names = await name_store.names(db, kind, ids, shop_no=shop_no)
            found |= {
                (kind, named): given_names.shown(context, name) for named, name in names.items()
            }
    return found


async def _category_paths(db: Session, ids: Iterable[str], shop_no: int) -> dict[Wanted, str]:
    """Return the names of categories with those above them, as `Kitchen > Bowls`."""
    paths = await name_store.category_paths(db, ids, shop_no=shop_no)
    numbers = {each for path in paths.values() for each in path}
    names = await name_store.names(db, "category", numbers, shop_no=shop_no)
    return {
        ("category", named): " > ".join(names[each] for each in path if each in names)
        for named, path in paths.items()
    }
