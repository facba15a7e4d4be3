"""`python -m bench.shopping`: shoppers who fill a cart, order and pay.

Each shopper is a member with a session and a connection, who goes through the storefront as a
browser does: two products into the cart, the order, its payment at the test gateway, and the
gateway's callback. That is five calls an order. Guests put two products into a new cart each time.
"""

import argparse
import asyncio
import json
import time
from typing import Any
from urllib.parse import urlsplit

from bench.client import Connection

LYING = {"basket_type": "A0000", "duplicated_item_check": "F", "prepaid_shipping_fee": "P"}
ORDERED: dict[str, Any] = {
    "receiver": {"name": "Min Kim", "zipcode": "04524", "address1": "1 Sejong-daero"},
    "payment_method": "card",
}
"""What every order says; a coupon or points would stand here."""
SESSION = "X-Openmall-Session"


def main() -> None:
    """Parse the command line, shop, print what was measured as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.shopping", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("key", help="client id and front API key, as Basic wants them")
    parser.add_argument("--products", type=int, nargs="+", required=True)
    parser.add_argument("--sessions", nargs="+", help="one for each shopper who orders")
    parser.add_argument("--guests", type=int, help="shoppers who only fill carts, each cart anew")
    parser.add_argument("--seconds", type=int, default=8)
    options = parser.parse_args()
    print(json.dumps(asyncio.run(_shop(options))))


async def _shop(options: argparse.Namespace) -> dict[str, float]:
    """Return orders a second and the milliseconds of an order's own call; of guests, of carts'."""
    deed = _fill if options.guests else _buy
    sessions = [""] * options.guests if options.guests else options.sessions
    shoppers = [await _shopper(options, session) for session in sessions]
    times: list[float] = []
    began = time.perf_counter()
    end = began + options.seconds
    await asyncio.gather(
        *(
            deed(shopper, options.products[at:] + options.products[:at], times, end)
            for at, shopper in enumerate(shoppers)
        )
    )
    return figures(times, time.perf_counter() - began)


def figures(times: list[float], took: float) -> dict[str, float]:
    """Return what the load program says of calls that took so long, each in milliseconds."""
    times.sort()
    return {
        "rate": len(times) / took,
        "p50": times[len(times) // 2],
        "p99": times[len(times) * 99 // 100],
        "errors": 0,
        "calls": len(times),
    }


async def _shopper(options: argparse.Namespace, session: str) -> Connection:
    shopper = await Connection.open(options.url)
    shopper.headers["Authorization"] = f"Basic {options.key}"
    if session:
        shopper.headers[SESSION] = session
    return shopper


async def _fill(shopper: Connection, products: list[int], times: list[float], end: float) -> None:
    """Put two products into the cart of a new guest, until the end."""
    while time.perf_counter() < end:
        shopper.headers.pop(SESSION, None)
        for product_no in products[:2]:
            began = time.perf_counter()
            lying = {"product_no": product_no, **LYING}
            answer = await shopper.call("POST", "/api/v2/carts", lying)
            times.append((time.perf_counter() - began) * 1000)
            answer.json()
            if given := answer.headers.get(SESSION.lower()):
                shopper.headers[SESSION] = given
    shopper.close()


async def _buy(shopper: Connection, products: list[int], times: list[float], end: float) -> None:
    """Order until the end; a call that fails ends the program."""
    while time.perf_counter() < end:
        times.append(await buy(shopper, products[:2]))
    shopper.close()


async def buy(shopper: Connection, products: list[int]) -> float:
    """Put products into the cart, order and pay them; return the milliseconds of the order."""
    for product_no in products:
        (await shopper.call("POST", "/api/v2/carts", {"product_no": product_no, **LYING})).json()
    began = time.perf_counter()
    placed = (await shopper.call("POST", "/api/v2/orders", ORDERED)).json()["order"]
    took = (time.perf_counter() - began) * 1000
    paying = f"/api/v2/testgateway/payments/{placed['payment_id']}"
    paid = (await shopper.call("POST", paying, {"outcome": "approved"})).json()["payment"]
    for callback in paid["callbacks"]:
        answer = await shopper.send("POST", urlsplit(paid["callback_url"]).path, callback)
        if answer.status != 204:
            raise SystemExit(f"{answer.status}: {answer.body.decode()}")
    return took


if __name__ == "__main__":
    main()
