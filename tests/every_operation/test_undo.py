"""An undone write leaves the rows as they were, apart from logs, numbers and named dates."""

from typing import Any

import msgspec
import pytest

from openmall.commerce.undo.table_policies import POLICIES, Left, Reverted
from openmall.commerce.undo.tables import WRITE
from openmall.database import ngrams
from openmall.database.schema import metadata
from tests.every_operation.operation_calls import least, rows, send, things
from tests.every_operation.prerequisites import Row
from tests.every_operation.prerequisites.writes import recording
from tests.world import World

pytestmark = pytest.mark.both_stores
UNDONE = frozenset(
    {
        "PUT automails",
        "PUT automessages/setting",
        "PUT benefits/setting",
        "PUT boards/setting",
        "PUT boards/{board_no}",
        "PUT boards/{board_no}/seo",
        "DELETE brands/{brand_code}",
        "PUT brands/{brand_code}",
        "PUT bundleproducts/{product_no}",
        "PUT carts/setting",
        "PUT categories/properties/setting",
        "PUT categories/{category_no}",
        "PUT categories/{category_no}/decorationimages",
        "PUT categories/{category_no}/seo",
        "PUT chatappalimtalk/setting",
        "PUT chatpay/setting",
        "POST commenttemplates",
        "DELETE commenttemplates/{comment_no}",
        "PUT commenttemplates/{comment_no}",
        "POST commonevents",
        "DELETE commonevents/{event_no}",
        "PUT commonevents/{event_no}",
        "PUT control",
        "PUT coupons/setting",
        "PUT currency",
        "POST customergroups",
        "PUT customers/properties",
        "PUT customers/setting",
        "PUT images/setting",
        "PUT information",
        "POST mains",
        "PUT mains/properties/setting",
        "DELETE mains/{display_group}",
        "PUT mains/{display_group}",
        "PUT manufacturers/{manufacturer_code}",
        "PUT mobile/setting",
        "POST orderform/properties",
        "DELETE orderform/properties/{orderform_property_id}",
        "PUT orderform/properties/{orderform_property_id}",
        "PUT orderform/setting",
        "PUT orders/setting",
        "PUT orders/status",
        "PUT payment/setting",
        "PUT paymentmethods/{code}/paymentproviders/{name}",
        "PUT points/setting",
        "PUT policy",
        "POST portalpay/setting",
        "PUT portalpay/setting",
        "PUT prices",
        "PUT privacy/boards",
        "PUT privacy/join",
        "PUT privacy/orders",
        "PUT products/customproperties/{property_no}",
        "PUT products/display/setting",
        "PUT products/properties/setting",
        "PUT products/{product_no}",
        "DELETE products/{product_no}/additionalimages",
        "POST products/{product_no}/additionalimages",
        "PUT products/{product_no}/additionalimages",
        "POST products/{product_no}/approve",
        "PUT products/{product_no}/approve",
        "DELETE products/{product_no}/customproperties/{property_no}",
        "PUT products/{product_no}/customproperties/{property_no}",
        "POST products/{product_no}/icons",
        "PUT products/{product_no}/icons",
        "DELETE products/{product_no}/icons/{code}",
        "DELETE products/{product_no}/images",
        "POST products/{product_no}/images",
        "POST products/{product_no}/memos",
        "DELETE products/{product_no}/memos/{memo_no}",
        "PUT products/{product_no}/memos/{memo_no}",
        "PUT products/{product_no}/seo",
        "POST products/{product_no}/tags",
        "DELETE products/{product_no}/tags/{tag}",
        "PUT products/{product_no}/variants",
        "PUT products/{product_no}/variants/{variant_code}",
        "POST redirects",
        "DELETE redirects/{id}",
        "PUT redirects/{id}",
        "PUT regionalsurcharges",
        "PUT restocknotification/setting",
        "PUT seo/setting",
        "PUT shipping",
        "PUT shipping/suppliers/{supplier_id}",
        "DELETE shippingorigins/{origin_code}",
        "PUT shippingorigins/{origin_code}",
        "PUT sms/setting",
        "PUT socials/chatappsync",
        "PUT socials/openid",
        "PUT socials/osaccount",
        "PUT socials/portallogin",
        "PUT store/dropshipping",
        "PUT store/setting",
        "PUT subscription/charges/setting",
        "POST suppliers/users/{supplier_id}/regionalsurcharges",
        "PUT suppliers/users/{supplier_id}/regionalsurcharges/setting",
        "DELETE suppliers/users/{supplier_id}/regionalsurcharges/{regional_surcharge_no}",
        "PUT translations/categories/{category_no}",
        "PUT translations/products/{product_no}",
        "PUT translations/store",
        "POST writes/{write_no}/undo",
    }
)
"""The operations whose write, as the sweeps make it, can be undone. Each other one says why not."""


def test_an_undone_write_leaves_the_rows_as_they_were(world: World, writing: Row) -> None:
    api, operation = writing
    path = things(world, operation)
    values = least(world, operation, path)
    before = _store(world)
    with recording(world):
        assert send(world, writing, values, path).is_success
    found = world.get("writes", limit=1)["writes"]
    if api.name != "admin" or not found or found[0]["operation"] != operation.name:
        assert operation.name not in UNDONE
        return
    [write] = found
    if write["state"] == "refused":
        assert write["reason"]
        assert operation.name not in UNDONE
        return

    answer = world.call("POST", f"writes/{write['write_no']}/undo", json={"request": {}})

    assert answer.status_code == 201, answer.text
    assert answer.json()["write"]["reverted"] == len(answer.json()["write"]["changes"])
    after = _store(world)
    assert {name for name in after if after[name] != before.get(name, [])} == set()
    assert operation.name in UNDONE


def _store(world: World) -> dict[str, list[Any]]:
    """Return the rows that an undo restores, without the dates that it sets."""
    found: dict[str, list[Any]] = {}
    for name, lines in rows(world).items():
        policy = POLICIES.get(name)
        if name == WRITE.name or isinstance(policy, Left):
            continue
        touched = policy.touched if isinstance(policy, Reverted) else ""
        found[name] = [_row(name, line, touched) for line in lines]
    found["product_part"] = [each for each in found["product_part"] if each["product_nos"]]
    return found


def _row(name: str, line: str, touched: str) -> Any:
    names = metadata().tables[name].c.keys()
    row = dict(zip(names, msgspec.json.decode(line), strict=True))
    row.pop(touched, None)
    if name == "product_part":
        # the order in which products were added says nothing
        row["product_nos"] = sorted(ngrams.decode(row["block"], row["product_nos"]))
    return row
