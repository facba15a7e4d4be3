"""Incentive settings: which orders get a gift, and when it is chosen.

Specification: "Benefits setting". A plain settings resource.
"""

from typing import Annotated, Literal

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag

Payments = Annotated[
    Literal["all", "bank_only", "exclude_bank"],
    Values(
        {
            "all": Label("All"),
            "bank_only": Label("Bank deposits only"),
            "exclude_bank": Label("All except bank deposits"),
        }
    ),
]
"""Ways of payment that get gifts."""
Scope = Annotated[
    Literal["all", "benefit"],
    Values({"all": Label("All of the order"), "benefit": Label("Products of the benefit")}),
]
"""Amount that counts: that of the whole order, or of the products of the benefit."""
Amount = Annotated[
    Literal["total_order", "actual_payment"],
    Values({"total_order": Label("Order amount"), "actual_payment": Label("Amount paid")}),
]
ShippingFee = Annotated[
    Literal["I", "E"], Values({"I": Label("count"), "E": Label("do not count")})
]
"""I included, E excluded."""
Soldout = Annotated[
    Literal["grayed", "disabled"],
    Values({"grayed": Label("Shown in grey"), "disabled": Label("Not shown")}),
]
Grant = Annotated[
    Literal["S", "A"], Values({"S": Label("The customer chooses"), "A": Label("automatically")})
]
"""S the customer chooses, A given by itself."""
Mode = Annotated[Literal["S", "M"], Values({"S": Label("One"), "M": Label("Several")})]
"""S one, M several."""
Step = Annotated[
    Literal["order_form", "order_complete", "order_detail"],
    Values(
        {
            "order_form": Label("in the order form"),
            "order_complete": Label("after ordering"),
            "order_detail": Label("in the details of the order"),
        }
    ),
]
Condition = Annotated[
    Literal["during_period", "after_period"],
    Values(
        {
            "during_period": Label("during the benefit"),
            "after_period": Label("after the benefit as well"),
        }
    ),
]


class BenefitsSetting(Setting, frozen=True, kw_only=True):
    """A shop's incentive settings; the defaults are what a new shop has."""

    use_gift: Annotated[Flag, Label("Give gifts")] = "F"
    available_payment_methods: Annotated[Payments, Label("Payment methods with gifts")] = "all"
    allow_point_payment: Annotated[Flag, Label("Orders paid with points get gifts")] = "T"
    gift_calculation_scope: Annotated[Scope, Label("What counts towards a gift")] = "all"
    gift_calculation_type: Annotated[Amount, Label("Which amount counts")] = "total_order"
    include_point_usage: Annotated[Flag, Label("Points used count")] = "T"
    include_shipping_fee: Annotated[ShippingFee, Label("Shipping fees")] = "E"
    display_soldout_gifts: Annotated[Soldout, Label("Gifts that are sold out")] = "grayed"
    gift_grant_type: Annotated[Grant, Label("How a gift is given")] = "S"
    gift_selection_mode: Annotated[Mode, Label("Gifts a customer chooses")] = "S"
    gift_grant_mode: Annotated[Mode, Label("Gifts given automatically")] = "S"
    gift_selection_step: Annotated[Step, Label("Gifts are chosen")] = "order_form"
    gift_available_condition: Annotated[Condition, Label("Gifts can be chosen")] = "during_period"
    offer_only_one_in_automatic: Annotated[Flag, Label("Only one gift is given automatically")] = (
        "T"
    )
    allow_gift_review: Annotated[Flag, Label("Gifts can be reviewed")] = "F"


OPERATIONS = setting_operations(
    "benefits/setting", BenefitsSetting, changes_of(BenefitsSetting), area="store", key="benefit"
)
