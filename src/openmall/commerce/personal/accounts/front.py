"""The storefront's operations on a shopper's own account. All of them are ours."""

from typing import Final

from openmall.commerce.personal.accounts import rules
from openmall.commerce.personal.accounts.shape import Myself, SignedIn
from openmall.commerce.personal.accounts.takes import MyChange, SignIn, SignUp, Withdrawal
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_SESSION: Final = Resource(SignedIn, area="personal", key="session")
_CUSTOMER: Final = Resource(Myself, area="personal", key="customer")

OPERATIONS = [
    _SESSION.post("customers", rules.sign_up, takes=SignUp, prepare=rules.hash_password),
    _CUSTOMER.get("customers/me", rules.retrieve, takes=ShopParams),
    _CUSTOMER.put("customers/me", rules.change, takes=MyChange, prepare=rules.check_password),
    _SESSION.post(
        "customers/me/withdrawal", rules.leave, takes=Withdrawal, prepare=rules.prove_leaving
    ),
    _SESSION.post("sessions", rules.sign_in, takes=SignIn, prepare=rules.prove),
    _SESSION.delete("sessions/current", rules.sign_out, takes=ShopParams),
]
