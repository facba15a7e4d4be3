"""A customer signs in with a name and a password, and whoever guesses waits."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth.backoff import FREE_ATTEMPTS, Backoff
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.shape import Customer
from openmall.contract.errors import ApiError, Forbidden, Invalid, TooManyCalls, Unauthorized
from openmall.contract.journal import batch as journal_batch
from openmall.database.session import Session
from tests.commerce.customer.customer_setup import call_of, do, join
from tests.commerce.customer.test_customers import NEW
from tests.commerce.customer.test_grouping import events
from tests.every_operation.operation_calls import rows
from tests.world import PASSWORD, World

HASHED = credentials.hash_new(PASSWORD)
WRONG = "The member id or the password is wrong."


class SignInAttempts:
    """Where customers of a mall sign in."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.counters = LocalCounters()

    def backoff(self, user: str, *, ip: str = "192.0.2.1", manager: bool = False) -> Backoff:
        return Backoff(
            self.counters,
            self.world.stage.clock,
            mall_id=self.world.mall_id,
            user=user,
            ip=ip,
            role="user" if manager else "customer",
        )

    def sign_in(
        self, member_id: str, password: str = PASSWORD, *, mobile: bool = False, ip: str = "::1"
    ) -> Customer:
        call = replace(call_of(self.world), counters=self.counters, ip=ip)

        async def look(db: Session) -> Callable[[], None]:
            return await credentials.check_credentials(call.on(db), member_id, password)

        async def let_in(db: Session) -> Customer:
            letting_in = call.on(db)
            await credentials.admit(letting_in, member_id, mobile=mobile)
            found = await customer_rules.find(letting_in, member_id)
            await journal_batch.publish(db, call.clock, call.effects.events)
            return found

        # as the road does it: the password is looked at between two transactions
        self.world.in_transaction(look)()
        return self.world.in_transaction(let_in)


def refusal(
    attempts: SignInAttempts, *words: str, kind: type[ApiError], ip: str = "::1"
) -> ApiError:
    with pytest.raises(kind) as raised:
        attempts.sign_in(*words, ip=ip)
    return raised.value


@pytest.mark.parametrize(("mobile", "inflow"), [(False, "PC"), (True, "Mobile")])
def test_who_knows_the_password_is_let_in(world: World, mobile: bool, inflow: str) -> None:
    join(world, password_hash=HASHED)
    world.stage.clock.pass_(60)

    found = SignInAttempts(world).sign_in("haneul", mobile=mobile)

    assert found.member_id == "haneul"
    assert world.get("customers", member_id="haneul")["customers"] == [
        {**NEW, "last_login_date": "2026-11-21T09:01:00+09:00"}
    ]
    assert events(world, 90143) == [
        {
            "mall_id": world.mall_id,
            "event_shop_no": "1",
            "member_id": "haneul",
            "group_name": "일반 회원",
            "inflow_name": inflow,
        }
    ]


def test_wrong_is_wrong_whatever_is_wrong_about_it(world: World) -> None:
    attempts = SignInAttempts(world)
    join(world, "haneul", password_hash=HASHED)
    join(world, "minjun")
    join(world, "sakura", password_hash=HASHED)
    assert world.call("DELETE", "customers/sakura").status_code == 200
    before = rows(world)

    said = [
        refusal(attempts, *words, kind=Unauthorized).text()
        for words in (
            ("haneul", "another password"),
            ("haneul", "x" * 100_000),
            ("minjun",),
            ("sakura",),
            ("nobody",),
        )
    ]

    assert said == [WRONG] * 5
    assert rows(world) == before


def test_who_guesses_waits_and_who_knows_is_forgiven(world: World) -> None:
    join(world, password_hash=HASHED)
    attempts = SignInAttempts(world)
    for at in range(FREE_ATTEMPTS):
        refusal(attempts, "haneul", "a guess", kind=Unauthorized, ip=f"192.0.2.{at}")

    waiting = refusal(attempts, "haneul", kind=TooManyCalls, ip="192.0.2.99")

    assert waiting.retry_after == 1
    world.stage.clock.pass_(1)
    assert attempts.sign_in("haneul", ip="192.0.2.99").member_id == "haneul"
    refusal(attempts, "haneul", "a guess", kind=Unauthorized, ip="192.0.2.50")


def test_guesses_at_a_customer_are_not_held_against_a_manager_of_that_name(world: World) -> None:
    attempts = SignInAttempts(world)
    for at in range(FREE_ATTEMPTS):
        refusal(attempts, "owner", "a guess", kind=Unauthorized, ip=f"192.0.2.{at}")

    assert world.stage.run(attempts.backoff("owner", ip="192.0.2.99", manager=True).attempt) == 0
    assert world.stage.run(attempts.backoff("owner", ip="192.0.2.99").attempt) == 1


@pytest.mark.parametrize("kind", ["L", "A"])
def test_who_is_blocked_stays_outside(world: World, kind: str) -> None:
    join(world, password_hash=HASHED)
    do(world, lambda call: customer_rules.block(call, "haneul", kind))  # type: ignore[arg-type] # as stored

    assert (
        refusal(SignInAttempts(world), "haneul", kind=Forbidden).text()
        == "This customer may not sign in."
    )
    # what keeps somebody out is told to nobody but them
    assert refusal(SignInAttempts(world), "haneul", "a guess", kind=Unauthorized).text() == WRONG
    assert events(world, 90143) == []


def test_who_may_not_buy_may_sign_in(world: World) -> None:
    join(world, password_hash=HASHED)
    do(world, lambda call: customer_rules.block(call, "haneul", "P"))

    assert SignInAttempts(world).sign_in("haneul").blacklist_type == "P"


@pytest.mark.parametrize("password", ["x" * 7, "x" * 129, ""])
def test_a_password_has_a_length(password: str) -> None:
    with pytest.raises(Invalid) as refusal:
        credentials.hash_new(password)

    assert refusal.value.text() == "A password has 8 to 128 characters. (parameter.password)"
