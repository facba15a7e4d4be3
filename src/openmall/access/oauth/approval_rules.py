"""The writes of a mall that need approval, as its merchant has chosen them.

Rules are changed by people alone: a page or command writes them in a transaction of
`oauth/cache_invalidation.py`, for workers keep them with the mall (`contract/call.py: Mall`).
"""

from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, select

from openmall.access.malls import staff_roles
from openmall.access.malls.tables import APPROVAL_RULES
from openmall.access.oauth.refusals import (
    APP_NOT_IN_SHOP,
    NO_WHOLE_NUMBER,
    RULE_OF_APP_OR_ROLE,
    RULE_WITHOUT_SUBJECT,
    TOO_MANY_APPROVAL_RULES,
)
from openmall.access.oauth.tables import INSTALLATION
from openmall.contract.approval import MOST_RULES, ApprovalRule
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.session import Session
from openmall.database.statements import Statement

MOST_PERCENT: Final = 100_000
MOST_MONEY: Final = 10**13
_RULES: Final = msgspec.json.Decoder(tuple[ApprovalRule, ...])
_FIND: Final = Statement(
    select(APPROVAL_RULES.c.rules).where(APPROVAL_RULES.c.mall_id == bindparam("mall_id"))
)
_REPLACE: Final = Statement(
    lambda insert: (
        insert(APPROVAL_RULES)
        .values(mall_id=bindparam("mall_id"), rules=bindparam("rules"))
        .on_conflict_do_update(index_elements=["mall_id"], set_={"rules": bindparam("rules")})
    )
)
_INSTALLED: Final = Statement(
    select(INSTALLATION.c.client_id).where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
        INSTALLATION.c.deleted_at.is_(None),
    )
)


def decoded(rules: str | None) -> tuple[ApprovalRule, ...]:
    """Return stored rules; None: there are none."""
    return _RULES.decode(rules) if rules else ()


async def of_mall(db: Session) -> tuple[ApprovalRule, ...]:
    """Return the rules of the session's mall, in the order of their numbers."""
    row = await db.one(_FIND)
    return decoded(None if row is None else row[0])


async def add(db: Session, rule: ApprovalRule) -> ApprovalRule:
    """Add a rule under the next number, whatever its `rule_no` is, and return it.

    Raises Invalid (422) for bounds that are none, NotFound (404) for an app that is not installed
    or a role that does not exist.
    """
    rules = await of_mall(db)
    _require_bounds(rule, len(rules))
    if rule.client_id and await db.one(_INSTALLED, client_id=rule.client_id) is None:
        raise NotFound(APP_NOT_IN_SHOP, parameter="client_id")
    if rule.role_no:
        await staff_roles.find(db, rule.role_no)
    added = replace(rule, rule_no=max((each.rule_no for each in rules), default=0) + 1)
    await _write(db, (*rules, added))
    return added


async def remove(db: Session, rule_no: int) -> ApprovalRule:
    """Remove a rule and return it. Raises NotFound (404)."""
    rules = await of_mall(db)
    for rule in rules:
        if rule.rule_no == rule_no:
            await _write(db, tuple(each for each in rules if each is not rule))
            return rule
    raise NotFound(NO_SUCH, parameter="rule_no", resource=Phrase("rule"))


async def _write(db: Session, rules: tuple[ApprovalRule, ...]) -> None:
    await db.run(_REPLACE, rules=msgspec.json.encode(rules).decode())


def _require_bounds(rule: ApprovalRule, known: int) -> None:
    if known >= MOST_RULES:
        raise Invalid(TOO_MANY_APPROVAL_RULES, parameter="rule_no", most=MOST_RULES)
    if rule.client_id and rule.role_no:
        raise Invalid(RULE_OF_APP_OR_ROLE, parameter="role_no")
    bounds = {"objects": 10_000, "price_percent": MOST_PERCENT, "money": MOST_MONEY}
    for name, most in bounds.items():
        value = getattr(rule, name)
        if value is not None and not 0 <= value <= most:
            raise Invalid(NO_WHOLE_NUMBER, parameter=name, most=most)
    if rule.of_all_kinds and not rule.client_id and not rule.role_no:
        raise Invalid(RULE_WITHOUT_SUBJECT, parameter="client_id")
