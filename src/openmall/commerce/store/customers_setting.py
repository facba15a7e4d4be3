"""Customer settings: who may join, and how accounts come and go.

Specification: "Customers setting". A plain settings resource.
"""

from typing import Annotated, Literal

from openmall.contract.crud.changes import READ_ONLY, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag

MinimumAge = Annotated[
    Literal["M", "T", "F"],
    Values(
        {
            "M": Label("can sign up with a guardian's consent"),
            "T": Label("cannot sign up"),
            "F": Label("can sign up"),
        }
    ),
]
"""Younger people: M may join with a guardian's consent, T may not join, F may join."""
Gender = Literal["B", "M", "F"]
"""Customers who may join: B everybody, M men, F women."""
Recovery = Literal["T", "N"]
"""A lost password: T: reset by the customer, N: by the shop."""
JoinStandard = Annotated[
    Literal["id", "email"], Values({"id": Label("User ID"), "email": Label("E-mail address")})
]
"""Identifier for signing in."""


class CustomersSetting(Setting, frozen=True, kw_only=True):
    """A shop's customer settings; the defaults are what a new shop has."""

    simple_member_join: Annotated[Flag, Label("Use a short sign-up form")] = "F"
    member_authentication: Annotated[Flag, Label("Identity verification at sign-up")] = "F"
    minimum_age_restriction: Annotated[MinimumAge, Label("Minors")] = "F"
    join_standard: Annotated[JoinStandard, Label("Customers sign in with")] = "id"
    use_update_birthday: Annotated[Flag, Label("Customers can change their birthday")] = "T"
    adult_age_restriction: Annotated[Flag, READ_ONLY] = "F"
    adult_purchase_restriction: Annotated[Flag, READ_ONLY] = "F"
    adult_image_restriction: Annotated[Flag, READ_ONLY] = "F"
    gender_restriction: Annotated[Gender, READ_ONLY] = "B"
    member_rejoin_restriction: Annotated[Flag, READ_ONLY] = "F"
    member_rejoin_restriction_day: Annotated[int, READ_ONLY] = 0
    password_authentication: Annotated[Flag, READ_ONLY] = "F"  # noqa: S105 - no password, a choice
    member_join_confirmation: Annotated[Flag, READ_ONLY] = "F"
    email_duplication: Annotated[Flag, READ_ONLY] = "F"
    password_recovery: Annotated[Recovery, READ_ONLY] = "T"  # noqa: S105 - no password, a choice
    link_social_account: Annotated[Flag, READ_ONLY] = "F"
    save_member_id: Annotated[Flag, READ_ONLY] = "F"
    unregistration_admin_approval: Annotated[Flag, READ_ONLY] = "F"
    unregistration_reason: Annotated[Flag, READ_ONLY] = "F"
    display_group: Annotated[Flag, READ_ONLY] = "F"


OPERATIONS = setting_operations(
    "customers/setting",
    CustomersSetting,
    changes_of(CustomersSetting),
    area="store",
    key="customer",
)
