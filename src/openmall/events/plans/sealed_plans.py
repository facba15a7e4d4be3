"""Sealed content of plans: requests and rows, which may contain a password or personal data."""

from collections.abc import Sequence
from typing import Final

from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.plans import store as plan_store
from openmall.events.plans.tables import CHANGE, PLAN


def about(mall_id: str, plan_no: int) -> str:
    """Return the purpose that the content of a plan is sealed for."""
    return f"{mall_id} plan {plan_no}"


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    [plan] = after or ("0",)
    found = await plan_store.sealed(db, int(plan))
    for plan_no, texts in found:
        purpose = about(db.mall_id, plan_no)
        again = [each and tally.text(seal, each, purpose) for each in texts]
        if any(again):
            sent, effects, outcome, failure = (
                new or old for new, old in zip(again, texts, strict=True)
            )
            await plan_store.replace_sealed(
                db, plan_no, sent=sent, effects=effects, outcome=outcome, failure=failure
            )
    return (str(found[-1][0]),) if found else None


async def _renew_changes(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    plan, change = after or ("0", "0")
    found = await plan_store.sealed_changes(db, int(plan), int(change))
    for plan_no, change_no, content in found:
        again = tally.text(seal, content, about(db.mall_id, plan_no))
        if again:
            await plan_store.replace_sealed_change(db, plan_no, change_no, content=again)
    return (str(found[-1][0]), str(found[-1][1])) if found else None


SEALED: Final = EncryptedTable(
    table=PLAN.name,
    columns=frozenset({"sent", "effects", "outcome", "failure"}),
    of_malls=True,
    renew=_renew,
)
SEALED_CHANGES: Final = EncryptedTable(
    table=CHANGE.name, columns=frozenset({"content"}), of_malls=True, renew=_renew_changes
)
