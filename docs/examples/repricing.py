"""An agent reprices a shop, and the shop's merchant reverts half of it. It needs Python only.

    python repricing.py rehearse https://myshop.example.com TOKEN -10   # every price 10 % lower
    python repricing.py apply    https://myshop.example.com TOKEN
    python repricing.py revert   https://myshop.example.com TOKEN 7 8 9

`rehearse` changes nothing: it prints what would change, and keeps number and token of the plan in
`plan.json`. `apply` carries the plan out. `revert` undoes it for the products that are named, and
leaves the others. The installation has to record writes (`undo_days`); the token needs the scopes
mall.read_product, mall.write_product, mall.read_application and mall.write_application.
`docs/rehearsal.md` says what each call means.
"""

import json
import sys
import urllib.error
import urllib.request
from decimal import ROUND_HALF_UP, Decimal

PAGE = 100


class Refused(Exception):
    """An answer of 400 and above: its status, and the JSON that says why."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body['error']['message']}")
        self.status = status
        self.body = body


class Shop:
    """The admin API of a shop."""

    def __init__(self, address, token):
        self.address = address
        self.token = token

    def send(self, method, path, body=None, headers=()):
        """Return headers and JSON of an answer."""
        request = urllib.request.Request(
            f"{self.address}/api/v2/admin/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                **dict(headers),
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.headers, json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.load(error)) from None

    def products(self):
        """Yield every product, with number and price."""
        last = 0
        while True:
            fields = f"limit={PAGE}&since_product_no={last}&fields=product_no,price"
            _, answer = self.send("GET", f"products?{fields}")
            yield from answer["products"]
            if len(answer["products"]) < PAGE:
                return
            last = answer["products"][-1]["product_no"]


def rehearse(shop, percent):
    """Rehearse other prices for the whole shop; return the plan: its number, its token."""
    rows = []
    for product in shop.products():
        price = Decimal(product["price"])
        after = (price * (100 + percent) / 100).quantize(Decimal(10), ROUND_HALF_UP)
        if after != price:
            # `if_price`: a price changed meanwhile is left alone
            row = {"price": str(after), "if_price": product["price"]}
            rows.append({"product_no": product["product_no"], **row})
    # respond-async: as many rows as a job takes, 10,000
    prefer = {"Prefer": "respond-async, handling=rehearse"}
    headers, _ = shop.send("PUT", "prices", {"requests": rows}, prefer)
    plan_no = int(headers["Link"].partition(">")[0].rpartition("/")[2])
    return {"plan_no": plan_no, "token": headers["X-Platform-Plan-Token"]}


def show(shop, plan):
    """Print what a plan would change."""
    path, offset = f"plans/{plan['plan_no']}/changes", 0
    while True:
        _, answer = shop.send("GET", f"{path}?limit={PAGE}&offset={offset}")
        for each in answer["changes"]:
            if each["before"] and "price" in each["before"]:
                print(each["object"], each["before"]["price"], "->", each["after"]["price"])
        offset += PAGE
        if len(answer["changes"]) < PAGE:
            return


def apply(shop, plan):
    """Apply a plan; return the number of the write that it made.

    Its effects may have changed since: then the shop offers a fresh plan, which is to be reviewed
    before it is applied.
    """
    body = {"request": {"token": plan["token"]}}
    try:
        shop.send("POST", f"plans/{plan['plan_no']}/apply", body)
    except Refused as refused:
        fresh = refused.body["error"]["more_info"].get("plan")
        if fresh:
            print("moved meanwhile:", ", ".join(refused.body["error"]["more_info"]["moved"]))
            plan.update(fresh)
        raise
    _, answer = shop.send("GET", "writes?limit=10")
    write = next(each for each in answer["writes"] if each["operation"] == "PUT prices")
    return write["write_no"]


def revert(shop, write_no, product_nos):
    """Undo a write for some products, and keep what it did to the others."""
    _, answer = shop.send("GET", f"writes/{write_no}")
    decisions = []
    for change in answer["write"]["changes"]:
        # the key of a product's row: shop and number
        number = int(change["object"].split(",")[1]) if change["resource"] == "product" else 0
        if number not in product_nos:
            place = {"resource": change["resource"], "object": change["object"]}
            decisions.append({**place, "decision": "keep"})
    while True:
        body = {"request": {"decisions": decisions}}
        try:
            _, answer = shop.send("POST", f"writes/{write_no}/undo", body)
            return answer["write"]["reverted"]
        except Refused as refused:
            conflicts = refused.body["error"]["more_info"].get("conflicts")
            if not conflicts:
                raise
            for each in conflicts:
                print("changed since, and left:", each["resource"], each["object"])
                place = {"resource": each["resource"], "object": each["object"]}
                decisions.append({**place, "decision": "keep"})


def main(word, address, token, *rest):
    """Do what the first word says."""
    shop = Shop(address, token)
    if word == "rehearse":
        plan = rehearse(shop, int(rest[0]))
        show(shop, plan)
    else:
        with open("plan.json") as file:
            plan = json.load(file)
    try:
        if word == "apply":
            plan["write_no"] = apply(shop, plan)
        elif word == "revert":
            print(revert(shop, plan["write_no"], set(map(int, rest))), "prices reverted")
    finally:
        with open("plan.json", "w") as file:
            json.dump(plan, file)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Refused as refused:
        sys.exit(str(refused))
