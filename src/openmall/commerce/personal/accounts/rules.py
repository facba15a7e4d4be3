"""The operations on a shopper's own account: sign up, sign in, read, change and delete it."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from openmall.access import shopper_sessions
from openmall.commerce.customer import member_sessions
from openmall.commerce.customer.customers import address_store, credentials, personal_dates
from openmall.commerce.customer.customers import properties as customers_properties
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerChanged
from openmall.commerce.customer.customers.refusals import BIRTHDAY_VERIFIED
from openmall.commerce.customer.customers.shape import Person
from openmall.commerce.customer.customers.takes import CustomerDraft, Leaving
from openmall.commerce.mileage.points import occasions
from openmall.commerce.mileage.points.occasions import Medium
from openmall.commerce.personal.accounts.shape import Myself, SignedIn
from openmall.commerce.personal.accounts.takes import (
    Joining,
    MyChange,
    SignIn,
    SignUp,
    Withdrawal,
)
from openmall.commerce.personal.campaigns import participation
from openmall.commerce.personal.carts.merging import merge_guest_cart
from openmall.commerce.promotion.issues import automatic
from openmall.commerce.store import accounts, posting_limits
from openmall.contract.call import Call, Shopper
from openmall.contract.change import sent_fields
from openmall.contract.errors import Forbidden, Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams
from openmall.contract.refusals import MISSING
from openmall.database.text_search import mail_addresses
from openmall.database.values import BoundValue

_WISHES: Final[tuple[str, ...]] = ("sms", "news_mail", "thirdparty_agree", "lifetime_member")
_UNSEEN: Final = frozenset({"thirdparty_agree", "lifetime_member"})
"""Wishes that are not shown to the customer: sent, they are taken for changed."""
_PASSWORDS: Final[tuple[str, ...]] = ("password", "current_password")


async def hash_password(call: Call, params: SignUp) -> Callable[[], SignUp]:
    """Return the work that replaces the password of a sign-up by its hash.

    Raises TooManyCalls (429) after too many sign-ups from the same address.
    """
    await posting_limits.count(call, "sign-up")
    return lambda: replace(params, password=credentials.hash_new(params.password))


async def sign_up(call: Call, params: SignUp) -> SignedIn:
    """Become a customer, who is signed in at once; the guest's cart becomes theirs."""
    await become_customer(call, params, password_hash=params.password)
    return await start_session(call, params.member_id)


async def become_customer(call: Call, params: Joining, *, password_hash: str | None) -> None:
    """Create a customer of the fields of a sign-up, and give them what the shop gives on joining.

    `password_hash`: None for who signs in with another service alone. Raises the errors of
    `customers.rules.sign_up`.
    """
    fields = asdict(params)
    known = {name: fields[name] for name in CustomerDraft.__struct_fields__ if name in fields}
    draft = CustomerDraft(**known, join_path="M" if params.mobile == "T" else "P")
    await customer_rules.sign_up(call, draft, password_hash=password_hash)
    recommended_by = params.recommend_id
    if recommended_by == params.member_id or not await customer_store.is_there(
        call, recommended_by
    ):
        recommended_by = ""
    await automatic.issued_on_joining(call, params.member_id, recommended_by=recommended_by)
    await occasions.joined(call, params.member_id)
    await _give_for_consents(
        call, params.member_id, {"sms": params.sms, "news_mail": params.news_mail}
    )


async def _give_for_consents(call: Call, member_id: str, wishes: Mapping[str, object]) -> None:
    """Give a customer the points for consents given now."""
    media: list[Medium] = []
    if wishes.get("news_mail") == "T":
        media.append("email")
    if wishes.get("sms") == "T":
        media.append("sms")
    if media:
        await occasions.agreed(call, member_id, *media)


async def prove(call: Call, params: SignIn) -> Callable[[], SignIn]:
    """Return the work that checks the password."""
    look = await credentials.check_credentials(call, params.member_id, params.password)

    def work() -> SignIn:
        look()
        return params

    return work


async def sign_in(call: Call, params: SignIn) -> SignedIn:
    """Sign in: the response has the session; the guest's cart is merged into the member's."""
    session_no = await credentials.admit(call, params.member_id, mobile=params.mobile == "T")
    return await start_session(call, params.member_id, session_no)


async def start_session(call: Call, member_id: str, session_no: int = 0) -> SignedIn:
    """Make the member the shopper of this session."""
    before, now = call.shopper, call.clock.now()
    member = shopper_sessions.member(call.shop_no, member_id, now=now, session_no=session_no)
    is_reduced = False
    if before is not None and before.kind == "guest":
        is_reduced = await merge_guest_cart(call, before, member)
    return replace(_given(call, member), cart_reduced="T" if is_reduced else "F")


async def sign_out(call: Call, params: ShopParams) -> SignedIn:
    """Sign out: the session that was sent ends, and the browser continues as a new guest.

    Other sessions of the customer stay; a new password ends them all.
    """
    if call.shopper is not None and call.shopper.kind == "member":
        await member_sessions.end(call, call.shopper)
    return _given(call, shopper_sessions.guest(call.shop_no, now=call.clock.now()))


async def prove_leaving(call: Call, params: Withdrawal) -> Callable[[], Withdrawal]:
    """Return the work that checks the password of a customer who leaves.

    Raises Forbidden (403) for a customer without a password who has not signed in recently.
    """
    member_id = await credentials.require(call)
    if not await credentials.has_password(call, member_id):
        credentials.require_recent(call)
        return lambda: params
    if params.current_password is UNSET:
        raise Invalid(MISSING, parameter="current_password")
    look = await credentials.check_credentials(call, member_id, params.current_password)

    def work() -> Withdrawal:
        look()
        return params

    return work


async def leave(call: Call, params: Withdrawal) -> SignedIn:
    """End one's membership: personal data is erased, orders stay, and the browser continues as a
    guest.

    Raises Invalid (422) for a customer with points left, when points are to be checked.
    """
    member_id = await credentials.require(call)
    await credentials.reset_attempts(call, member_id)
    leaving = Leaving(
        shop_no=call.shop_no, member_id=member_id, is_point_check=params.is_point_check
    )
    await customer_rules.leave(call, leaving)
    return _given(call, shopper_sessions.guest(call.shop_no, now=call.clock.now()))


def _given(call: Call, shopper: Shopper) -> SignedIn:
    call.sign_in(shopper, shopper_sessions.issue(call.seal, call.mall.mall_id, shopper))
    return SignedIn(
        shop_no=call.shop_no,
        kind=shopper.kind,
        member_id=shopper.member_id,
        expires_date=moment(shopper.expires_at),
    )


async def retrieve(call: Call, params: ShopParams) -> Myself:
    """Retrieve what the shop knows of the customer who asks."""
    return await _myself(call, await credentials.require(call))


async def _myself(call: Call, member_id: str) -> Myself:
    customer = await customer_rules.find(call, member_id)
    group = await customer_rules.group_of(call, member_id)
    person = await customer_store.person(call, member_id)
    has_password = await credentials.has_password(call, member_id)
    return Myself(
        **asdict(person),
        shop_no=call.shop_no,
        member_id=member_id,
        group_no=group.group_no,
        group_name=group.group_name,
        has_password="T" if has_password else "F",
        member_authentication=customer.member_authentication,
        sms=customer.sms,
        news_mail=customer.news_mail,
        available_points=customer.available_points,
        available_credits=customer.available_credits,
        last_login_date=customer.last_login_date,
        created_date=customer.created_date,
    )


async def check_password(call: Call, params: MyChange) -> Callable[[], MyChange]:
    """Return the work that checks the current password and hashes the new one.

    A new mail address or mobile phone needs the current password or a recent sign-in: links for a
    new password go there. Raises Forbidden (403) for a customer without either, and TooManyCalls
    (429) after too many new mail addresses.
    """
    known: Person | None = None
    if changes_contact(params):
        known = await customer_store.person(call, await credentials.require(call))
        if _takes_address(known.email, params.email):
            await posting_limits.count(call, "address")
    password = params.password
    if password is UNSET:
        return await _check_contact(call, params, known)
    member_id = await credentials.require(call)
    if not await credentials.has_password(call, member_id):
        credentials.require_recent(call)
        return lambda: replace(params, password=credentials.hash_new(password))
    if params.current_password is UNSET:
        raise Invalid(MISSING, parameter="current_password")
    look = await credentials.check_credentials(call, member_id, params.current_password)

    def work() -> MyChange:
        look()
        return replace(params, password=credentials.hash_new(password))

    return work


def changes_contact(params: MyChange) -> bool:
    """Return whether a change names an address or a phone that links for a password are sent to."""
    return params.email is not UNSET or params.cellphone is not UNSET


def _takes_address(known: str, sent: str | UnsetType) -> bool:
    """Return whether a mail address was sent that is another one than the known one."""
    return sent is not UNSET and sent != "" and not mail_addresses.same(sent, known)


async def _check_contact(
    call: Call, params: MyChange, known: Person | None
) -> Callable[[], MyChange]:
    """Return the work that checks the password that was sent.

    A new mail address or mobile phone needs one, or a recent sign-in. `known`: the data before
    a change of either; None: neither is changed.
    """
    if params.current_password is UNSET:
        if known is not None:
            new = (params.email, params.cellphone)
            if any(
                each is not UNSET and each != was
                for each, was in zip(new, (known.email, known.cellphone), strict=True)
            ):
                credentials.require_recent(call)
        return lambda: params
    member_id = await credentials.require(call)
    look = await credentials.check_credentials(call, member_id, params.current_password)

    def work() -> MyChange:
        look()
        return params

    return work


async def change(call: Call, params: MyChange) -> Myself:
    """Update the personal data of the calling customer, whose password was checked.

    Raises Invalid (422) when a required field is removed, for a date in the future or before 1900,
    and for an e-mail address that another customer has, and Forbidden (403) for another birthday of
    a customer whose identity the shop has verified.
    """
    member_id = await credentials.require(call)
    if params.email is not UNSET and params.email:
        await address_store.take_turn(call, params.email)
    await customer_store.require(call, member_id, to_change=True)
    before = await _myself(call, member_id)
    values = {name: value for name, value in sent_fields(params).items() if name != "shop_no"}
    wishes = {name: values.pop(name) for name in _WISHES if name in values}
    for name in _PASSWORDS:
        values.pop(name, None)
    has_password = params.password is not UNSET
    changed = await _allowed(call, member_id, before, values)
    _require_unverified_birthday(before, changed)
    personal_dates.require_possible(call, _differing(before, changed))
    if "email" in changed and _takes_address(before.email, params.email):
        await customer_rules.refuse_taken_address(call, str(params.email))
    accounts.require_refund_account(changed)
    if params.current_password is not UNSET or has_password:
        await credentials.reset_attempts(call, member_id)
    if params.password is not UNSET:
        await customer_store.set_password(call.db, member_id, params.password)
        now, session_no = call.clock.now(), await member_sessions.number_of(call.db, member_id)
        _given(
            call,
            shopper_sessions.member(call.shop_no, member_id, now=now, session_no=session_no),
        )
    await customer_store.change_person(call, member_id, changed)
    await customer_store.change_consents(call, member_id, wishes)
    new = {name: wish for name, wish in wishes.items() if getattr(before, name, wish) != wish}
    await _give_for_consents(call, member_id, new)
    after = await _myself(call, member_id)
    if after == before and not has_password and not _UNSEEN & wishes.keys():
        raise NotModified()
    fields = _changed(before, after, [*changed, *wishes], password=has_password)
    await participation.updated(
        call,
        member_id,
        fields,
        is_lifetime_member=wishes.get("lifetime_member") == "T",
    )
    call.publish(
        CustomerChanged(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            diff_key=fields,
            sub_event_code="EC_FRONT",
        )
    )
    call.journal(f"customer {member_id}", dict.fromkeys((*changed, *wishes), (None, None)))
    return after


def _require_unverified_birthday(before: Myself, changed: Mapping[str, BoundValue]) -> None:
    """Raise Forbidden (403) for another birthday of a customer whose identity was verified.

    Products for adults are sold by that birthday: a verified minor would enter an earlier one.
    """
    is_other = changed.get("birthday", before.birthday) != before.birthday
    if is_other and before.member_authentication == "T":
        raise Forbidden(BIRTHDAY_VERIFIED, parameter="birthday")


def _differing(before: Myself, changed: Mapping[str, BoundValue]) -> dict[str, BoundValue]:
    return {name: value for name, value in changed.items() if getattr(before, name) != value}


def _changed(before: Myself, after: Myself, sent_names: list[str], *, password: bool) -> list[str]:
    """Return the fields of the account that were changed."""
    values = asdict(before), asdict(after)
    # what is not shown to them is taken for changed
    names = {
        name for name in sent_names if name not in values[0] or values[0][name] != values[1][name]
    }
    return sorted(names | ({"password"} if password else set()))


async def _allowed(
    call: Call, member_id: str, before: Myself, values: dict[str, BoundValue]
) -> dict[str, BoundValue]:
    """Return the sent fields that the shop asks for when an account is edited."""
    names = [name for name in Person.__struct_fields__ if name in CustomerDraft.__struct_fields__]
    known = {name: getattr(before, name) for name in names}
    draft = CustomerDraft(member_id=member_id, **{**known, **values})
    allowed = await customers_properties.answered(call, "edit", draft, sent=values)
    return {name: values[name] for name in values if getattr(allowed, name) == values[name]}
