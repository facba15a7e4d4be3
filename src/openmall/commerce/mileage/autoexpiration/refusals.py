"""The refusals of the expiration of points."""

from typing import Final

from openmall.contract.refusal import Refusal

POINTS_DO_NOT_EXPIRE: Final = Refusal(
    "points_do_not_expire",
    "Points of this shop do not expire by themselves.",
    remedy="Create a rule of expiration for the shop first.",
)
POINTS_EXPIRE_ALREADY: Final = Refusal(
    "points_expire_already",
    "Points of this shop expire by themselves already.",
    remedy="Delete the rule of expiration before another one is created.",
)
