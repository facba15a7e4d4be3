"""`python -m bench.vendure.shoppers`: guests who fill carts, or customers who order, at Vendure.

As `bench.shopping` does at openmall: a guest puts two products into a cart, each guest anew; a
customer puts two in, gives an address, chooses how it is sent, and pays.
"""

import argparse
import asyncio
import json
import time
from typing import Any

from bench.client import Connection
from bench.shopping import figures
from bench.vendure import calls

TOKEN = "vendure-auth-token"


def main() -> None:
    """Parse the command line, shop, print what was measured as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.vendure.shoppers", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("deed", choices=["cart", "order"])
    parser.add_argument("--variants", type=int, required=True, help="numbers go from 1 to this")
    parser.add_argument("--shoppers", type=int, default=8)
    parser.add_argument("--password", default="")
    parser.add_argument("--seconds", type=int, default=8)
    options = parser.parse_args()
    print(json.dumps(asyncio.run(_shop(options))))


async def _shop(options: argparse.Namespace) -> dict[str, float]:
    each = _fill if options.deed == "cart" else _order
    names = [f"member-{number}@example.com" for number in range(options.shoppers)]
    known = [await _signed_in(options, name) for name in names] if options.deed == "order" else []
    opened = [await Connection.open(options.url) for _ in names]
    for shopper, token in zip(opened, known, strict=False):
        shopper.headers["Authorization"] = token
    times: list[float] = []
    began = time.perf_counter()
    end = began + options.seconds
    await asyncio.gather(
        *(
            each(shopper, at * 97 + 1, options.variants, times, end)
            for at, shopper in enumerate(opened)
        )
    )
    return figures(times, time.perf_counter() - began)


async def _signed_in(options: argparse.Namespace, name: str) -> str:
    """Return what a customer's calls show; the connection is closed, as idle ones soon are."""
    shopper = await Connection.open(options.url)
    sent = calls.body(calls.LOGIN, name=name, password=options.password)
    answer = await shopper.send("POST", "/shop-api", sent)
    _checked(answer.json())
    shopper.close()
    return f"Bearer {answer.headers[TOKEN]}"


def _checked(answer: Any) -> Any:
    if refused := calls.refusals(answer):
        raise SystemExit(f"refused: {refused}")
    return answer


async def _fill(
    shopper: Connection, variant: int, variants: int, times: list[float], end: float
) -> None:
    while time.perf_counter() < end:
        shopper.headers.pop("Authorization", None)
        for _ in range(2):
            variant = variant % variants + 1
            began = time.perf_counter()
            answer = await shopper.send("POST", "/shop-api", calls.body(calls.ADD, id=str(variant)))
            times.append((time.perf_counter() - began) * 1000)
            _checked(answer.json())
            if TOKEN in answer.headers:
                shopper.headers["Authorization"] = f"Bearer {answer.headers[TOKEN]}"
    shopper.close()


async def _order(
    shopper: Connection, variant: int, variants: int, times: list[float], end: float
) -> None:
    while time.perf_counter() < end:
        for _ in range(2):
            variant = variant % variants + 1
            sent = calls.body(calls.ADD, id=str(variant))
            _checked((await shopper.send("POST", "/shop-api", sent)).json())
        began = time.perf_counter()
        for query in (calls.CHECKOUT, calls.PAY):
            answer = (await shopper.send("POST", "/shop-api", calls.body(query))).json()
            _checked(answer)
        times.append((time.perf_counter() - began) * 1000)
        if answer["data"]["addPaymentToOrder"]["state"] != "PaymentSettled":
            raise SystemExit(f"not paid: {answer}")
    shopper.close()


if __name__ == "__main__":
    main()
