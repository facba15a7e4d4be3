"""The storefront's operations on a shopper's own account. All of them are ours."""

from openmall.areas.personal.accounts import rules
from openmall.areas.personal.accounts.shape import Myself, SignedIn
from openmall.areas.personal.accounts.takes import MyChange, SignIn, SignUp, Withdrawal
from openmall.contract.operation import delete, get, post, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL

OPERATIONS = [
    post(
        "customers",
        rules.sign_up,
        takes=SignUp,
        gives=SignedIn,
        key="session",
        scope=WRITE_PERSONAL,
        prepare=rules.hash_password,
    ),
    get(
        "customers/me",
        rules.retrieve,
        takes=ShopParams,
        gives=Myself,
        key="customer",
        scope=READ_PERSONAL,
    ),
    put(
        "customers/me",
        rules.change,
        takes=MyChange,
        gives=Myself,
        key="customer",
        scope=WRITE_PERSONAL,
        prepare=rules.check_password,
    ),
    post(
        "customers/me/withdrawal",
        rules.leave,
        takes=Withdrawal,
        gives=SignedIn,
        key="session",
        scope=WRITE_PERSONAL,
        prepare=rules.prove_leaving,
    ),
    post(
        "sessions",
        rules.sign_in,
        takes=SignIn,
        gives=SignedIn,
        key="session",
        scope=WRITE_PERSONAL,
        prepare=rules.prove,
    ),
    delete(
        "sessions/current",
        rules.sign_out,
        takes=ShopParams,
        gives=SignedIn,
        key="session",
        scope=WRITE_PERSONAL,
    ),
]
