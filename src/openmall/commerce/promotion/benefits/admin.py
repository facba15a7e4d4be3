"""The admin API's operations on benefits."""

from typing import Final

from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.shape import OBJECTS, Benefit
from openmall.commerce.promotion.benefits.takes import (
    BenefitChange,
    BenefitDraft,
    BenefitFilters,
    BenefitPath,
    BenefitQuery,
)
from openmall.contract.resource import Resource

_LISTED = tuple(
    name
    for name in Benefit.__struct_fields__
    if name not in OBJECTS.values() and name != "created_date"
)

_BENEFITS: Final = Resource(Benefit, area="promotion", key="benefit", listed="benefits")

OPERATIONS = [
    _BENEFITS.listing("benefits", benefit_rules.listing, takes=BenefitQuery, shows=_LISTED),
    _BENEFITS.count("benefits/count", benefit_rules.count, takes=BenefitFilters),
    _BENEFITS.get("benefits/{benefit_no}", benefit_rules.retrieve, takes=BenefitPath),
    _BENEFITS.post("benefits", benefit_rules.create, takes=BenefitDraft),
    _BENEFITS.put("benefits/{benefit_no}", benefit_rules.change, takes=BenefitChange),
    _BENEFITS.delete(
        "benefits/{benefit_no}",
        benefit_rules.delete,
        takes=BenefitPath,
        shows=("shop_no", "benefit_no"),
    ),
]
