"""A gateway of another distribution is found by its entry point, and takes payments."""

import shutil
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import bindparam, delete, insert

from openmall.cli import key_check
from openmall.commerce.order.billing.gateways import plugins
from openmall.commerce.order.billing.gateways.plugins import PluginError
from openmall.contract.crud.settings import SETTING, write_setting
from openmall.database.keys import KEY_BYTES
from openmall.database.seal import Seal
from openmall.database.statements import Statement
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

GONE = "GoneSetting"
_ADD = Statement(
    insert(SETTING).values(
        mall_id=bindparam("mall_id"), shop_no=1, name=GONE, content=bindparam("content")
    )
)
_REMOVE = Statement(
    delete(SETTING).where(SETTING.c.mall_id == bindparam("mall_id"), SETTING.c.name == GONE)
)
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "gateway_plugin" / "openmall_invoice.py"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which distributions are installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    plugins.loaded.cache_clear()
    yield folder
    plugins.loaded.cache_clear()


def install(site: Path, name: str, target: str) -> None:
    """Install what pip would for a distribution with one entry point."""
    folder = site / f"openmall_{name}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: openmall-{name}\nVersion: 1.0\n"
    )
    (folder / "entry_points.txt").write_text(f"[openmall.gateways]\n{name} = {target}\n")


def test_an_order_is_paid_by_the_example(site: Path, tmp_path: Path, world: World) -> None:
    shutil.copy(EXAMPLE, site)
    install(site, "invoice", "openmall_invoice:InvoiceGateway")
    assert list(plugins.loaded()) == ["invoice"]
    setting = sys.modules["openmall_invoice"].InvoiceSetting
    seal = world.stage.app.periodic_tasks._seal
    used = setting(use_invoices="T", folder=str(tmp_path), shop_no=1)
    world.in_transaction(lambda db: write_setting(db, seal, used))
    _, variant = stocked(world, 1)
    wanted = [{"variants_code": variant, "quantity": 1}]
    placed = Shopper(world).order("tcash", variants=wanted, buyer=BUYER)
    before = states(world, placed["order_id"])

    (tmp_path / f"{placed['payment_id']}.paid").write_text(str(Decimal(11_000)))
    world.stage.clock.pass_(300)
    tasks = world.stage.app.periodic_tasks
    world.stage.run(tasks.check_gateway_payments, [world.mall_id])

    assert placed["gateway"] == "invoice"
    assert (before, states(world, placed["order_id"])) == (["N00"], ["N10"])


def test_settings_of_an_uninstalled_gateway_stop_no_program(world: World) -> None:
    stage = world.stage
    sealed = Seal(lambda: [b"k" * KEY_BYTES]).close("a key of the gateway", about="a setting")
    world.in_transaction(lambda db: db.run(_ADD, content=f'{{"key": "{sealed}"}}'))

    counts = stage.run(key_check.probe, stage.app.database, stage.app.periodic_tasks._seal)

    world.in_transaction(lambda db: db.run(_REMOVE))
    assert counts.broken == []


@pytest.mark.parametrize(
    ("name", "target", "why"),
    [
        ("gone", "no_such_module:Gateway", "gateway 'gone' of openmall-gone"),
        ("empty", "builtins:object", "it has no charge_method"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_named(
    site: Path, name: str, target: str, why: str
) -> None:
    install(site, name, target)

    with pytest.raises(PluginError, match=why):
        plugins.loaded()
