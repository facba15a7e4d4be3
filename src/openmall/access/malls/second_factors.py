"""The second factor of managers: codes of an authenticator app (RFC 6238), and recovery codes.

Who has passkeys alone has a row without a secret, for its recovery codes.

A code is accepted once: the time step of the last one is stored, and only later ones count. A
recovery code is removed when it is used. Both are decided by one statement each, so that the same
code sent twice at a time is accepted once.
"""

import hashlib
import hmac
import secrets
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.malls import passkeys
from openmall.access.malls.passkeys import Passkey
from openmall.access.malls.tables import SECOND_FACTOR, STAFF_POLICY
from openmall.contract.moments import Clock
from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Session
from openmall.database.statements import Statement

RECOVERY_CODES: Final = 10
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LETTERS: Final = 12
"""Of a recovery code: 59 bits, so that a plain digest is no way to guess it."""
_STEP_SECONDS: Final = 30
_TOLERANCE: Final = 1
"""Steps that the clock of a phone may differ."""
_F: Final = SECOND_FACTOR.c
_ONE: Final = (_F.mall_id == bindparam("mall_id"), _F.user_id == bindparam("user_id"))
_FIND: Final = Statement(
    select(_F.totp_secret, _F.totp_step, _F.confirmed_at, _F.recovery_digests).where(*_ONE)
)
_ADD: Final = Statement(insert(SECOND_FACTOR).values({c.name: bindparam(c.name) for c in _F}))
_REMOVE: Final = Statement(delete(SECOND_FACTOR).where(*_ONE))
_REMOVE_UNCONFIRMED: Final = Statement(delete(SECOND_FACTOR).where(*_ONE, _F.confirmed_at == 0))
_SET_SECRET: Final = Statement(
    update(SECOND_FACTOR)
    .where(*_ONE, _F.totp_step == 0)
    .values(totp_secret=bindparam("totp_secret_new"))
)
_REMOVE_APP: Final = Statement(
    update(SECOND_FACTOR).where(*_ONE, _F.totp_step > 0).values(totp_secret="", totp_step=0)
)
_CONFIRM: Final = Statement(
    update(SECOND_FACTOR)
    .where(*_ONE, _F.totp_step == 0, _F.totp_secret == bindparam("secret"))
    .values(
        confirmed_at=bindparam("now"),
        totp_step=bindparam("step"),
        recovery_digests=bindparam("digests"),
    )
)
_USE_STEP: Final = Statement(
    update(SECOND_FACTOR)
    .where(*_ONE, _F.totp_step < bindparam("step"), _F.confirmed_at > 0)
    .values(totp_step=bindparam("step"))
)
_SET_RECOVERY: Final = Statement(
    update(SECOND_FACTOR)
    .where(*_ONE, _F.recovery_digests == bindparam("was"), _F.confirmed_at > 0)
    .values(recovery_digests=bindparam("becomes"))
)
_REQUIRED: Final = Statement(
    select(STAFF_POLICY.c.second_factor).where(STAFF_POLICY.c.mall_id == bindparam("mall_id"))
)
_REQUIRE: Final = Statement(
    lambda insert: (
        insert(STAFF_POLICY)
        .values({c.name: bindparam(c.name) for c in STAFF_POLICY.c})
        .on_conflict_do_update(
            index_elements=["mall_id"], set_={"second_factor": bindparam("second_factor")}
        )
    )
)


class SecondFactor(Struct, frozen=True):
    """What is stored of a manager's second factor."""

    totp_secret: str
    """Sealed."""
    totp_step: int
    confirmed_at: int
    recovery_digests: str

    @property
    def has_app(self) -> bool:
        """Return whether an authenticator app is set up."""
        return self.totp_step > 0

    @property
    def awaits_code(self) -> bool:
        """Return whether an authenticator app is being set up."""
        return bool(self.totp_secret) and not self.has_app

    @property
    def recovery_codes_left(self) -> int:
        return len(self.recovery_digests.split())


async def find(db: Session, user_id: str) -> SecondFactor | None:
    """Return the second factor of a manager, also while it is being set up; else None."""
    row = await db.one(_FIND, user_id=user_id)
    return None if row is None else SecondFactor(*row)


async def is_on(db: Session, user_id: str) -> bool:
    """Return whether a manager signs in with a second factor."""
    found = await find(db, user_id)
    return found is not None and found.confirmed_at > 0


async def start(db: Session, seal: Seal, mall_id: str, user_id: str) -> None:
    """Store a new secret of an authenticator app, which counts once a code of it is confirmed."""
    import pyotp  # imported where it is used: most processes never need it

    await db.run(_REMOVE_UNCONFIRMED, user_id=user_id)
    secret = seal.close(pyotp.random_base32(), about=purpose(mall_id, user_id))
    if await find(db, user_id) is not None:
        # of an account with passkeys
        await db.run(_SET_SECRET, user_id=user_id, totp_secret_new=secret)
    else:
        await db.run(
            _ADD,
            user_id=user_id,
            totp_secret=secret,
            totp_step=0,
            confirmed_at=0,
            recovery_digests="",
        )


def secret_of(seal: Seal, mall_id: str, user_id: str, factor: SecondFactor) -> str:
    """Return the secret of an authenticator app in base32. Raises SealBroken."""
    return seal.open(factor.totp_secret, about=purpose(mall_id, user_id))


async def confirm(
    db: Session, clock: Clock, seal: Seal, mall_id: str, user_id: str, code: str
) -> list[str]:
    """Switch a second factor on by a first code; return the recovery codes.

    The list is empty for a wrong code, and when nothing is being set up.
    """
    factor = await find(db, user_id)
    if factor is None or not factor.awaits_code:
        return []
    step = _step(seal, clock, mall_id, user_id, factor, code)
    codes, digests = _new_recovery_codes()
    if step and await db.run(
        _CONFIRM,
        user_id=user_id,
        secret=factor.totp_secret,
        now=int(clock.now()),
        step=step,
        digests=digests,
    ):
        return codes
    return []


async def proves(
    db: Session, clock: Clock, seal: Seal, mall_id: str, user_id: str, code: str
) -> bool:
    """Return whether a code is right, and use it up: of the app, or a recovery code."""
    factor = await find(db, user_id)
    if factor is None or not factor.confirmed_at:
        return False
    step = _step(seal, clock, mall_id, user_id, factor, code) if factor.has_app else 0
    if step:
        return await db.run(_USE_STEP, user_id=user_id, step=step) > 0
    digest = _digest(_normalised(code))
    left = factor.recovery_digests.split()
    if not any(hmac.compare_digest(each, digest) for each in left):
        return False
    becomes = " ".join(each for each in left if each != digest)
    return (
        await db.run(_SET_RECOVERY, user_id=user_id, was=factor.recovery_digests, becomes=becomes)
        > 0
    )


async def renew_recovery_codes(db: Session, user_id: str) -> list[str]:
    """Replace the recovery codes; return the new ones, none without a second factor."""
    factor = await find(db, user_id)
    if factor is None or not factor.confirmed_at:
        return []
    codes, digests = _new_recovery_codes()
    await db.run(_SET_RECOVERY, user_id=user_id, was=factor.recovery_digests, becomes=digests)
    return codes


async def remove(db: Session, user_id: str) -> bool:
    """Remove a manager's second factor with all passkeys; return whether there was one."""
    removed = await passkeys.remove_all(db, user_id)
    return await db.run(_REMOVE, user_id=user_id) + removed > 0


async def remove_app(db: Session, user_id: str) -> bool:
    """Remove a manager's authenticator app; return whether there was one.

    The second step stays on for an account with passkeys, and so do the recovery codes.
    """
    if await passkeys.of_manager(db, user_id):
        return await db.run(_REMOVE_APP, user_id=user_id) > 0
    return await db.run(_REMOVE, user_id=user_id) > 0


async def add_passkey(db: Session, clock: Clock, passkey: Passkey) -> list[str] | None:
    """Store a passkey; with a first one, ask for a second step from now on.

    Return the recovery codes that were made for it: none where there were some. None: the passkey
    is registered already, or there are too many.
    """
    if not await passkeys.add(db, passkey):
        return None
    if await is_on(db, passkey.user_id):
        return []
    codes, digests = _new_recovery_codes()
    await db.run(_REMOVE_UNCONFIRMED, user_id=passkey.user_id)
    await db.run(
        _ADD,
        user_id=passkey.user_id,
        totp_secret="",
        totp_step=0,
        confirmed_at=int(clock.now()),
        recovery_digests=digests,
    )
    return codes


async def remove_passkey(db: Session, user_id: str, credential_id: str) -> str:
    """Remove a passkey of a manager; return its name, empty when there is none.

    The second step is off with the last one, unless there is an authenticator app.
    """
    name = await passkeys.remove(db, user_id, credential_id)
    if name and not await passkeys.of_manager(db, user_id):
        factor = await find(db, user_id)
        if factor is not None and not factor.has_app:
            await db.run(_REMOVE, user_id=user_id)
    return name


async def is_required(db: Session) -> bool:
    """Return whether the session's mall requires a second factor of everybody."""
    row = await db.one(_REQUIRED)
    return row is not None and row[0] == "T"


async def require(db: Session, required: bool) -> None:
    """Set whether the session's mall requires a second factor of everybody."""
    await db.run(_REQUIRE, second_factor="T" if required else "F")


def _step(
    seal: Seal, clock: Clock, mall_id: str, user_id: str, factor: SecondFactor, code: str
) -> int:
    """Return the time step of a code of the authenticator app that was not used; 0: none."""
    import pyotp

    typed = code.replace(" ", "")
    if not (len(typed) == 6 and typed.isascii() and typed.isdigit()) or not factor.totp_secret:
        return 0
    try:
        totp = pyotp.TOTP(secret_of(seal, mall_id, user_id, factor))
    except SealBroken:
        return 0
    now = int(clock.now()) // _STEP_SECONDS
    for step in range(now - _TOLERANCE, now + _TOLERANCE + 1):
        if step > factor.totp_step and pyotp.utils.strings_equal(totp.generate_otp(step), typed):
            return step
    return 0


def _new_recovery_codes() -> tuple[list[str], str]:
    """Return recovery codes, and their digests as they are stored."""
    plain = [
        "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
        for _ in range(RECOVERY_CODES)
    ]
    return (
        [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in plain],
        " ".join(_digest(code) for code in plain),
    )


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _normalised(code: str) -> str:
    return code.replace("-", "").replace(" ", "").lower()


def purpose(mall_id: str, user_id: str) -> str:
    """Return what a secret is sealed for."""
    return f"second factor of {mall_id} {user_id}"
