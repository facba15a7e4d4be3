"""New malls, made as the README says, in which journeys are measured."""

from collections.abc import Mapping
from pathlib import Path

from selenium.webdriver.common.by import By

from tests.journeys import chromium
from tests.journeys.demo_server import DemoServer
from tests.journeys.test_daily_work import follow, one, type_into
from tests.journeys.test_new_mall import ACCOUNT, BUYER, PASSWORD

GOODS = {"Linen apron": 39_000, "Oak spoon": 12_000}
"""Names and prices, in the currency of a new mall, of two products."""
SECOND, SECOND_PRICE = "Oak spoon", "12,000"


def make(mall: DemoServer, mall_id: str) -> str:
    """Make a mall with a manager; return its address."""
    mall.openmall("mall", "create", mall_id, "--name", "A new mall")
    mall.openmall(
        "manager", "create", "founder", "--mall", mall_id, "--password-stdin",
        given=f"{PASSWORD}\n",
    )  # fmt: skip
    return mall.demo.base_url.replace(mall.demo.mall_id, mall_id)


def stock(mall: DemoServer, mall_id: str, folder: Path, goods: Mapping[str, int]) -> None:
    """Fill a mall with products on sale, by their names and prices."""
    file = folder / "goods.csv"
    rows = [f"GOODS-{at},{name},{price},0,T,T" for at, (name, price) in enumerate(goods.items())]
    head = "custom_product_code,product_name,price,supply_price,display,selling"
    file.write_text("\n".join((head, *rows)), encoding="utf-8")
    mall.openmall("import", "products", str(file), "--mall", mall_id)


def take_transfers(mall: DemoServer, mall_id: str) -> None:
    """Name the bank account to which buyers transfer."""
    names = {"bank_name": "--bank-name", "bank_account_no": "--number"}
    names["bank_account_holder"] = "--holder"
    words = [word for name, option in names.items() for word in (option, ACCOUNT[name])]
    mall.openmall("mall", "account", "add", mall_id, "--bank-code", "bank_81", *words)


def buy(home: str, *names: str) -> str:
    """Buy a unit of each product as a guest who transfers the money; return the order's number."""
    with chromium.opened() as guest:
        for name in names:
            guest.get(home)
            follow(guest, guest.find_element(By.PARTIAL_LINK_TEXT, name))
            follow(guest, one(guest, 'button[value="cart"]'))
        guest.get(f"{home}/checkout")
        for name, text in BUYER.items():
            type_into(guest, name, text)
        follow(guest, one(guest, 'button[value="order"]'))
        return guest.current_url.partition("/orders/")[2].partition("?")[0]
