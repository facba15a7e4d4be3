"""The admin API's operations on automatic displays."""

from openmall.areas.category.autodisplay.shape import (
    Rule,
    RuleChange,
    RuleDraft,
    RulePath,
    RuleQuery,
)
from openmall.areas.product.autodisplay import rules
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_CATEGORY, WRITE_CATEGORY

OPERATIONS = [
    listing(
        "autodisplay",
        rules.listing,
        takes=RuleQuery,
        gives=Rule,
        key="autodisplay",
        scope=READ_CATEGORY,
    ),
    post(
        "autodisplay",
        rules.create,
        takes=RuleDraft,
        gives=Rule,
        key="autodisplay",
        scope=WRITE_CATEGORY,
    ),
    put(
        "autodisplay/{display_no}",
        rules.change,
        takes=RuleChange,
        gives=Rule,
        key="autodisplay",
        scope=WRITE_CATEGORY,
    ),
    delete(
        "autodisplay/{display_no}",
        rules.delete,
        takes=RulePath,
        gives=Rule,
        key="autodisplay",
        scope=WRITE_CATEGORY,
        shows=("display_no",),
    ),
]
