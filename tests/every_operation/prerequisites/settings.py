"""What a shop settles about itself and who manages it, for the sweeps."""

from collections.abc import Callable
from typing import Any

from openmall.access.malls import rules as mall_rules
from openmall.commerce.store import accounts
from openmall.database.session import Session
from tests.commerce.product.stock_setup import as_call
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import World


def _shop(world: World, above: Values) -> int:
    return 1


def _manager(world: World, above: Values | None = None) -> str:
    user_id = f"manager{next(FRESH)}"

    async def keep(db: Session) -> None:
        manager = mall_rules.Manager(user_id, "Kim Haneul", "A", "no password has this hash")
        await mall_rules.admit(db, world.stage.clock, manager)
        await mall_rules.signed_in(db, world.stage.clock, user_id)

    world.in_transaction(keep)
    return user_id


def _account(world: World) -> None:
    said = {
        "bank_name": "Hana",
        "bank_code": "bank_81",
        "bank_account_no": "100-200-300",
        "bank_account_holder": "Kim Haneul",
    }
    as_call(world, lambda call: accounts.add(call, said))


def _provider(world: World, above: Values) -> str:
    offer_test_gateway(world)
    return "test"


def _card(world: World, above: Values) -> str:
    _provider(world, above)
    return "card"


def _gateway_with_plans(world: World) -> None:
    offer_test_gateway(world)


def _texts(world: World) -> None:
    for kind in ("PAYMENT", "MEMBERSHIP"):
        body = {"requests": [{"type": kind, "content": f"Text {next(FRESH)}"}]}
        assert world.call("PUT", "information", json=body).status_code == 200


def _social_keys(world: World) -> None:
    keys = {"rest_api_key": f"rest{next(FRESH)}", "javascript_key": "script"}
    world.put("socials/chatappsync", **keys)


def _portal_client(world: World) -> None:
    client = {"client_id": f"id{next(FRESH)}", "client_secret": "secret"}
    world.put("socials/portallogin", use_portallogin="T", **client)


def _handling_fees(world: World) -> None:
    fee = {
        "country_code": "JP",
        "fee_name": f"Customs {next(FRESH)}",
        "min_value": "0",
        "max_value": "100000",
        "additional_fee": "5000",
    }
    body = {"request": {"oversea_additional_fee": "T", "oversea_additional_fee_list": [fee]}}
    answer = world.call(
        "PUT", "shipping", json=body, headers={"X-Platform-Api-Version": "2026-03-01"}
    )
    assert answer.status_code == 200, answer.text


def _supplier_fees(world: World, above: Values) -> None:
    _handling_fees(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "shops/{shop_no}": _shop,
    "users/{user_id}": _manager,
    "paymentmethods/{code}": _card,
    "paymentmethods/{code}/paymentproviders/{name}": _provider,
}

EXISTING_FIRST: dict[str, Callable[[World], Any]] = {
    "GET users": _manager,
    "GET store/accounts": _account,
    "GET payment/freeinstallments": _gateway_with_plans,
    "GET paymentservices": _gateway_with_plans,
    "GET information": _texts,
    "GET shipping/additionalfees": _handling_fees,
    "GET socials/chatappsync": _social_keys,
    "GET socials/portallogin": _portal_client,
}

REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "GET shipping/suppliers/{supplier_id}/additionalfees": _supplier_fees,
}

UNKNOWN_VALUES: dict[str, Any] = {
    "code": "nothing",
    "name": "nobody",
}

DEFAULT_VALUES: dict[str, Values] = {
    "PUT paymentmethods/{code}/paymentproviders/{name}": {"display": "T"},
    "PUT socials/portallogin": {"use_portallogin": "F"},
    "PUT socials/chatappsync": {"rest_api_key": "", "javascript_key": ""},
    "PUT store/dropshipping": {"name": "", "use": "F"},
}

EXTRA_VALUES: dict[str, Values] = {
    "PUT paymentmethods/{code}/paymentproviders/{name}": {"display": "F"},
}

NAMED_BY_KIND: dict[str, str] = {
    "paymentmethods/{code}/paymentproviders": "ways to pay have the same codes in every mall",
    "paymentmethods/{code}/paymentproviders/{name}": "as the list of them",
}
