"""The admin API's operations on benefits."""

from openmall.areas.promotion.benefits import rules
from openmall.areas.promotion.benefits.shape import OBJECTS, Benefit
from openmall.areas.promotion.benefits.takes import (
    BenefitChange,
    BenefitDraft,
    BenefitFilters,
    BenefitPath,
    BenefitQuery,
)
from openmall.contract.operation import count, delete, get, listing, post, put
from openmall.contract.scopes import READ_PROMOTION, WRITE_PROMOTION

_LISTED = tuple(
    name
    for name in Benefit.__struct_fields__
    if name not in OBJECTS.values() and name != "created_date"
)

OPERATIONS = [
    listing(
        "benefits",
        rules.listing,
        takes=BenefitQuery,
        gives=Benefit,
        key="benefits",
        scope=READ_PROMOTION,
        shows=_LISTED,
    ),
    count("benefits/count", rules.count, takes=BenefitFilters, scope=READ_PROMOTION),
    get(
        "benefits/{benefit_no}",
        rules.retrieve,
        takes=BenefitPath,
        gives=Benefit,
        key="benefit",
        scope=READ_PROMOTION,
    ),
    post(
        "benefits",
        rules.create,
        takes=BenefitDraft,
        gives=Benefit,
        key="benefit",
        scope=WRITE_PROMOTION,
    ),
    put(
        "benefits/{benefit_no}",
        rules.change,
        takes=BenefitChange,
        gives=Benefit,
        key="benefit",
        scope=WRITE_PROMOTION,
    ),
    delete(
        "benefits/{benefit_no}",
        rules.delete,
        takes=BenefitPath,
        gives=Benefit,
        key="benefit",
        scope=WRITE_PROMOTION,
        shows=("shop_no", "benefit_no"),
    ),
]
