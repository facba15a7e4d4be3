"""The operations on users of suppliers: managers of the mall who see their own goods only."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.commerce.category.categories import tree
from openmall.commerce.collection.code_lookup import CodeLookup
from openmall.commerce.supply.events import UserAdded, UserDeleted, UserUpdated
from openmall.commerce.supply.supplier_shipping import SupplierShipping
from openmall.commerce.supply.surcharges import SupplierSurcharges
from openmall.commerce.supply.tables import OWN_NAME, OWN_SUPPLY, SUPPLIER
from openmall.commerce.supply.user_service.refusals import SUPPLIER_USER_EXISTS
from openmall.commerce.supply.users import store as supplier_user_store
from openmall.commerce.supply.users.shape import (
    SupplierUser,
    UserChange,
    UserDraft,
    UserFilters,
    UserInShop,
    UserInShopPath,
    UserPath,
    UserQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.crud.settings import delete_setting
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH, SHOP_NAMED_TWICE

SUPPLIER_TYPE: Final = "S"
"""Type of a manager who is a supplier."""
_KNOWN: Final = CodeLookup({"supplier_code": SUPPLIER}, {"supplier_code": OWN_SUPPLY})

P = TypeVar("P", UserDraft, UserChange)


async def hashed(call: Call, params: P) -> Callable[[], P]:
    """Return the work that replaces the password by its hash; takes tens of milliseconds."""
    password = params.password
    if isinstance(password, msgspec.UnsetType):
        return lambda: params
    return lambda: msgspec.structs.replace(params, password=passwords.hash_password(password))


async def list_users(call: Call, query: UserQuery) -> Sequence[UserInShop]:
    """Retrieve a list of supplier users."""
    rows = await supplier_user_store.page(
        call, _filters(query), _own(call), offset=query.offset, limit=query.limit
    )
    return [_in_shop(call, *row) for row in rows]


async def count_users(call: Call, filters: UserFilters) -> int:
    """Retrieve a count of supplier users."""
    return await supplier_user_store.count(call, _filters(filters), _own(call))


async def retrieve_user(call: Call, params: UserInShopPath) -> UserInShop:
    """Retrieve supplier user details."""
    filters = {"user_id": params.user_id.lower()}
    rows = await supplier_user_store.page(call, filters, _own(call), offset=0, limit=1)
    if not rows:
        raise _nobody()
    return _in_shop(call, *rows[0])


async def create_user(call: Call, draft: UserDraft) -> SupplierUser:
    """Create a supplier user, who may sign in to the back office from then on."""
    await _require(call, sent_fields(draft))
    taken = {each.user_id.lower() for each in await mall_rules.managers(call.db, to_change=True)}
    if draft.user_id.lower() in taken:
        raise Invalid(SUPPLIER_USER_EXISTS, parameter="user_id")
    new = SupplierUser(user_id=draft.user_id, supplier_code=draft.supplier_code)
    user = merged(new, sent_fields(draft))
    await supplier_user_store.add(call, user)
    name = await _admit(call, user, draft.password)
    call.publish(UserAdded(sub_admin_id=user.user_id, user_name=name))
    call.journal(f"supplier user {user.user_id}", differences_from_nothing(user))
    return user


async def change_user(call: Call, change: UserChange) -> SupplierUser:
    """Update a supplier user. A new password signs the user's browsers out.

    Identical content is NotModified (409).
    """
    await _require(call, sent_fields(change))
    before = await _found(call, change.user_id)
    password = change.password
    if isinstance(password, msgspec.UnsetType):
        after = patched(before, change)
        manager = await mall_rules.manager(call.db, change.user_id)
        password_hash = "" if manager is None else manager.password_hash
    else:
        # who says a password says a new one: nobody can see whether it is the same
        after, password_hash = merged(before, sent_fields(change)), password
    await supplier_user_store.change(call, after)
    name = await _admit(call, after, password_hash)
    shops = ",".join(map(str, after.permission_shop_no))
    call.publish(
        UserUpdated(sub_admin_id=after.user_id, user_name=name, multishop_access_authority=shops)
    )
    changes = differences(before, after)
    if password_hash is password:
        changes["password"] = (None, password_hash)
    call.journal(f"supplier user {after.user_id}", changes)
    return after


async def delete_user(call: Call, params: UserPath) -> SupplierUser:
    """Delete a supplier user, who can no longer sign in."""
    user = await _found(call, params.user_id)
    await _dismiss(call, user.user_id)
    call.journal(f"supplier user {user.user_id}", {"supplier_code": (user.supplier_code, None)})
    return user


async def dismiss(call: Call, supplier_code: str) -> int:
    """Delete every user of a supplier; return how many there were."""
    gone = await supplier_user_store.of_supplier(call, supplier_code)
    for user_id in gone:
        await _dismiss(call, user_id)
    return len(gone)


async def _dismiss(call: Call, user_id: str) -> None:
    await supplier_user_store.remove(call, user_id)
    known = await mall_rules.manager(call.db, user_id)
    if known is not None and known.manager_type == SUPPLIER_TYPE:
        await mall_rules.dismiss(call.db, user_id)
    for kind in (SupplierShipping, SupplierSurcharges):
        await delete_setting(call.db, kind, of=user_id)
    call.publish(UserDeleted(sub_admin_id=user_id))


async def _admit(call: Call, user: SupplierUser, password_hash: str) -> str:
    """Enable the sign-in of a user, and return their name."""
    names = {each.shop_no: each.user_name for each in user.user_name}
    name = next(iter(names[shop_no] for shop_no in sorted(names)), user.user_id)
    known = await mall_rules.manager(call.db, user.user_id)
    if known is not None and known.manager_type != SUPPLIER_TYPE:
        raise _nobody()
    manager = mall_rules.Manager(user.user_id, name, SUPPLIER_TYPE, password_hash)
    await mall_rules.admit(call.db, call.clock, manager)
    return name


async def _found(call: Call, user_id: str) -> SupplierUser:
    user = await supplier_user_store.to_change(call, user_id)
    if user is None:
        raise _nobody()
    return user


def _nobody() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="user_id", resource=Phrase("user"))


async def _require(call: Call, values: dict[str, Any]) -> None:
    """Raise Invalid (422) for a supplier, shop or category that the mall does not have."""
    if "supplier_code" in values and await _KNOWN.unknown(
        call, {"supplier_code": {values["supplier_code"]}}
    ):
        raise Invalid(NO_SUCH, parameter="supplier_code", resource=Phrase("supplier"))
    for name, shops in (
        ("permission_shop_no", values.get("permission_shop_no", [])),
        ("user_name.shop_no", [each.shop_no for each in values.get("user_name", [])]),
        ("nick_name.shop_no", [each.shop_no for each in values.get("nick_name", [])]),
    ):
        if not call.mall.shops.keys() >= set(shops):
            raise Invalid(NO_SUCH, parameter=name, resource=Phrase("shop"))
        if len(set(shops)) < len(shops):
            raise Invalid(SHOP_NAMED_TWICE, parameter=name)
    category_nos = set(values.get("permitted_category_list", []))
    if category_nos and category_nos - set(await tree.existing(call, sorted(category_nos))):
        raise Invalid(NO_SUCH, parameter="permitted_category_list", resource=Phrase("category"))


def _filters(filters: UserFilters) -> dict[str, str]:
    names = ("user_id", "supplier_code", "supplier_name")
    found = {name: value for name, value in sent_fields(filters).items() if name in names}
    return {n: v if n == "supplier_code" else v.lower() for n, v in found.items()}


def _own(call: Call) -> str:
    return OWN_NAME.translate(call.mall.shops[call.shop_no].language)


def _in_shop(call: Call, user: SupplierUser, supplier_name: str) -> UserInShop:
    here = call.shop_no
    names = {each.shop_no: each.user_name for each in user.user_name}
    nicks = {each.shop_no: each.nick_name for each in user.nick_name}
    lists = ("user_name", "nick_name")
    rest = {n: v for n, v in msgspec.structs.asdict(user).items() if n not in lists}
    return UserInShop(
        supplier_name=supplier_name,
        user_name=names.get(here, ""),
        nick_name=nicks.get(here, ""),
        **rest,
    )
