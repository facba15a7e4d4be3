"""Payment services, managers, handling fees and the portal of a shop in the admin API."""

from openmall.access.oauth import apps as registered_apps
from openmall.database.session import Session
from tests.commerce.store import gateway_app
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import World

NEWEST = {"X-Platform-Api-Version": "2026-03-01"}


def _remove(world: World, client_id: str) -> None:
    async def work(db: Session) -> None:
        assert await registered_apps.remove(db, world.stage.clock, client_id)

    world.in_transaction(work)


def test_services_and_interest_free_plans_are_those_of_the_gateways_in_use(world: World) -> None:
    assert world.get("paymentservices") == {"paymentservices": []}
    assert world.get("payment/freeinstallments") == {"freeinstallments": []}
    offer_test_gateway(world)
    plans = [
        {"key": "free_installments", "value": "6, 3,x"},
        {"key": "hash_code", "value": "h-1"},
    ]
    gateway_app.register(world, additional_information=plans)
    gateway_app.offer(world)
    gateway_app.give_endpoints(world)
    gateway_app.enable(world)
    name = gateway_app.client(world)

    assert world.get("paymentservices")["paymentservices"] == [
        {
            "shop_no": 1,
            "payment_gateway_name": "test",
            "partner_id": "",
            "hash_code": "",
            "etc_code": "",
            "payment_methods": ["card", "tcash"],
        },
        {
            "shop_no": 1,
            "payment_gateway_name": name,
            "partner_id": "kite-0001",
            "hash_code": "h-1",
            "etc_code": "",
            "payment_methods": ["card"],
        },
    ]
    assert world.get("payment/freeinstallments")["freeinstallments"] == [
        {"shop_no": 1, "payment_gateway_name": "test", "installments": [2, 3]},
        {"shop_no": 1, "payment_gateway_name": name, "installments": [3, 6]},
    ]


def test_a_hidden_provider_leaves_the_ways_to_pay(world: World) -> None:
    offer_test_gateway(world)
    gateway_app.register(world)
    gateway_app.offer(world)
    gateway_app.give_endpoints(world)
    gateway_app.enable(world)
    path = "paymentmethods/card/paymentproviders"
    name = gateway_app.client(world)

    def shown() -> list[tuple[str, str]]:
        return [(each["name"], each["display"]) for each in world.get(path)["paymentproviders"]]

    assert shown() == [("test", "T"), (name, "T")]
    assert world.put(f"{path}/test", display="F") == {
        "paymentprovider": {"shop_no": 1, "display": "F"}
    }
    assert shown() == [("test", "F"), (name, "T")]
    assert [each["code"] for each in world.get("paymentmethods")["paymentmethods"]] == [
        "cash", "card", "tcash",
    ]  # fmt: skip
    world.put(f"{path}/{name}", display="F")
    assert [each["code"] for each in world.get("paymentmethods")["paymentmethods"]] == [
        "cash", "tcash",
    ]  # fmt: skip
    assert world.get(path, display="T") == {"paymentproviders": []}
    world.put(f"{path}/test", display="T")
    assert world.get(path, display="T")["paymentproviders"] == [
        {"shop_no": 1, "name": "test", "display": "T"}
    ]


def test_managers_are_apps_that_may_manage(world: World) -> None:
    reader = world.install(["mall.read_store"])

    def used(path: str) -> str:
        flag: str = world.call("GET", path, app=reader).json()[path]["use"]
        return flag

    before = used("shippingmanager"), used("taxmanager")
    _remove(world, world.full.credentials.client_id)
    after = used("shippingmanager"), used("taxmanager")
    world.install(["mall.write_shipping"])

    assert before == ("T", "T")
    assert after == ("F", "F")
    assert (used("shippingmanager"), used("taxmanager")) == ("T", "F")


def test_handling_fees_abroad_are_those_of_the_shop(world: World) -> None:
    world.post("suppliers", supplier_name="Hill Farm")
    person = {"password": "correct horse", "permission_shop_no": [1]}
    world.post("suppliers/users", user_id="farm1", supplier_code="S000000A", **person)
    fee = {"country_code": "JP", "min_value": "0", "max_value": "100000", "additional_fee": "5"}
    fees = [{**fee, "fee_name": name, "unit": "P"} for name in ("Customs", "Stamps")]
    request = {"oversea_additional_fee": "T", "oversea_additional_fee_list": fees}
    world.call("PUT", "shipping", json={"request": request}, headers=NEWEST)

    listed = world.get("shipping/additionalfees")["additionalfees"]

    assert listed[0] == {
        "shop_no": 1,
        "oversea_additional_fee": "T",
        "country_code": "JP",
        "fee_name": "Customs",
        "min_value": "0.00",
        "max_value": "100000.00",
        "additional_fee": "5.00",
        "unit": "P",
        "rounding_unit": "F",
        "rounding_rule": "U",
    }
    assert world.get("shipping/suppliers/farm1/additionalfees") == {"additionalfees": listed}
    assert world.get("shipping/additionalfees", offset=1)["additionalfees"] == listed[1:]


def test_a_shop_is_found_at_the_portal_once_it_has_a_contract(world: World) -> None:
    before = world.get("socials/portalshopping")
    world.post("portalpay/setting", shop_id="c_1", certi_key="certi", image_key="image")

    assert before == {"portalshopping": {"shop_no": 1, "mall_id": "", "service_status": "F"}}
    assert world.get("socials/portalshopping") == {
        "portalshopping": {"shop_no": 1, "mall_id": "c_1", "service_status": "T"}
    }
