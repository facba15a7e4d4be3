"""Terms and policies: the texts that customers agree to.

Specification: "Policy". A plain settings resource.
"""

from typing import Annotated

from msgspec import Meta

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label
from openmall.contract.operation import NoEffect
from openmall.contract.params import Flag

Text = Annotated[str, Meta(max_length=100_000)]
"""HTML."""


class Policy(Setting, frozen=True, kw_only=True):
    """A shop's terms and policies; the defaults are what a new shop has."""

    privacy_all: Annotated[Text, Label("Privacy policy")] = ""
    """Privacy policy of the shop."""
    terms_using_mall: Annotated[Text, Label("Terms of use")] = ""
    use_privacy_join: Annotated[Flag, Label("Ask for agreement at sign-up")] = "F"
    privacy_join: Annotated[Text, Label("Data collected at sign-up")] = ""
    """Personal data collected on joining."""
    use_withdrawal: Annotated[Flag, Label("Show the right of withdrawal")] = "F"
    required_withdrawal: Annotated[Flag, Label("Customers have to agree to it")] = "F"
    withdrawal: Annotated[Text, Label("Right of withdrawal")] = ""
    """Terms of withdrawing from an order."""


OPERATIONS = setting_operations(
    "policy",
    Policy,
    changes_of(Policy),
    area="store",
    key="policy",
    put_refuses={"save_type": NoEffect("Texts are stored as they are sent", harmless="S")},
)
