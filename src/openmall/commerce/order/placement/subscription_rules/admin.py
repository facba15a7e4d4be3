"""The admin API's operations on rules of subscriptions."""

from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscription_rules.shape import DeletedRule, ListedRule
from openmall.commerce.order.placement.subscription_rules.takes import (
    RuleChange,
    RuleDraft,
    RulePath,
    RuleQuery,
)
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_STORE, WRITE_STORE

_ALL = "subscription/shipments/setting"
_ONE = f"{_ALL}/{{subscription_no}}"

OPERATIONS = [
    listing(
        _ALL,
        subscription_rules.listing,
        takes=RuleQuery,
        gives=ListedRule,
        key="shipments",
        scope=READ_STORE,
    ),
    post(
        _ALL,
        subscription_rules.create,
        takes=RuleDraft,
        gives=ListedRule,
        key="shipment",
        scope=WRITE_STORE,
    ),
    put(
        _ONE,
        subscription_rules.change,
        takes=RuleChange,
        gives=ListedRule,
        key="shipment",
        scope=WRITE_STORE,
    ),
    delete(
        _ONE,
        subscription_rules.delete,
        takes=RulePath,
        gives=DeletedRule,
        key="shipment",
        scope=WRITE_STORE,
    ),
]
