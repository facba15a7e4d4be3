"""The admin API's operations on automatic displays."""

from typing import Final

from openmall.commerce.category.autodisplay.shape import (
    Rule,
    RuleChange,
    RuleDraft,
    RulePath,
    RuleQuery,
)
from openmall.commerce.product.autodisplay import rules
from openmall.contract.resource import Resource

_AUTODISPLAY: Final = Resource(Rule, area="category", key="autodisplay")

OPERATIONS = [
    _AUTODISPLAY.listing("autodisplay", rules.listing, takes=RuleQuery),
    _AUTODISPLAY.post("autodisplay", rules.create, takes=RuleDraft),
    _AUTODISPLAY.put("autodisplay/{display_no}", rules.change, takes=RuleChange),
    _AUTODISPLAY.delete(
        "autodisplay/{display_no}", rules.delete, takes=RulePath, shows=("display_no",)
    ),
]
