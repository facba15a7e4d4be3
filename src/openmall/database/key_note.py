"""A sealed note in the store by which its keys are recognised at a start, whatever else is sealed.

Without the note, or where no key opens it, what is sealed has to be asked
(`cli/key_check.py`).
"""

from typing import Final

from openmall.database import backfill
from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Session

_NAME: Final = "key"
_ABOUT: Final = "the keys of this installation"


async def is_opened(db: Session, seal: Seal) -> bool:
    """Return whether the store has the note, and a key of `seal` opens it."""
    sealed = await backfill.read_note(db, _NAME)
    if sealed is None:
        return False
    try:
        seal.open(sealed, about=_ABOUT)
    except SealBroken:
        return False
    return True


async def write(db: Session, seal: Seal) -> None:
    """Seal the note with the first key of `seal`."""
    await backfill.write_note(db, _NAME, seal.close("", about=_ABOUT))
