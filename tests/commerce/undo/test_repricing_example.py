"""The example of docs/examples: an agent reprices a shop, and a merchant reverts half of it."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.world import World

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "repricing.py"


@pytest.fixture
def example(world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Import the example; its calls go to the application of the test."""
    spec = importlib.util.spec_from_file_location("repricing", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def send(shop: Any, method: str, path: str, body: Any = None, headers: Any = ()) -> Any:
        assert shop.token == world.full.token.access_token
        sent = {} if body is None else {"json": body}
        answer = world.call(method, path, headers=dict(headers), **sent)
        if answer.is_error:
            raise module.Refused(answer.status_code, answer.json())
        return answer.headers, answer.json()

    monkeypatch.setattr(module.Shop, "send", send)
    monkeypatch.setattr(module, "PAGE", 4)
    monkeypatch.chdir(tmp_path)
    world.stage.app.undo.days = 1
    yield module
    world.stage.app.undo.days = None


def prices(world: World) -> list[str]:
    found = world.get("products", limit=100, since_product_no=0)["products"]
    return [each["price"] for each in found]


def test_an_agent_reprices_a_shop_and_a_merchant_reverts_half_of_it(
    world: World, example: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = [world.product(price="11000")["product_no"] for _ in range(10)]
    shop = (world.base_url, world.full.token.access_token)

    example.main("rehearse", *shop, "-10")

    assert prices(world) == ["11000.00"] * 10
    assert capsys.readouterr().out.splitlines() == [f"{n} 11000.00 -> 9900.00" for n in numbers]
    example.main("apply", *shop)
    assert prices(world) == ["9900.00"] * 10
    # the merchant changed one of those to revert, and one of those to keep
    world.put(f"products/{numbers[1]}", price="5000")
    world.put(f"products/{numbers[8]}", price="6000")

    example.main("revert", *shop, *map(str, numbers[:5]))

    said = capsys.readouterr().out
    assert said == f"changed since, and left: product 1,{numbers[1]}\n4 prices reverted\n"
    reverted = ["11000.00", "5000.00", "11000.00", "11000.00", "11000.00"]
    assert prices(world) == [*reverted, "9900.00", "9900.00", "9900.00", "6000.00", "9900.00"]


def test_a_plan_that_moved_is_not_applied_and_its_fresh_one_is(world: World, example: Any) -> None:
    number = world.product(price="11000")["product_no"]
    other = world.product(price="20000")["product_no"]
    shop = (world.base_url, world.full.token.access_token)
    example.main("rehearse", *shop, "-10")
    world.put(f"products/{number}", price="15000")

    with pytest.raises(example.Refused, match="409"):
        example.main("apply", *shop)

    assert sorted(prices(world)) == ["15000.00", "20000.00"]
    example.main("apply", *shop)
    assert world.get(f"products/{other}")["product"]["price"] == "18000.00"
    assert world.get(f"products/{number}")["product"]["price"] == "15000.00"
    assert json.loads(Path("plan.json").read_text())["write_no"] > 0
