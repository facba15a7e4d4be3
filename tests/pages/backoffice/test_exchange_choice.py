"""Buyer and manager choose what an item is exchanged for."""

import re

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import sent as send_all
from tests.commerce.order.order_setup import paid, states, wanted
from tests.pages.backoffice.test_claims import asked, confirm, confirmed, preview


class TestExchangeChoice:
    """Buyer and manager choose what is sent instead, among variants at the same price in stock."""

    def order(self, owner: Browser) -> tuple[str, dict[str, str]]:
        """Return a sent order of sand, and colour -> variant code: ink costs the same."""
        world = owner.world
        options = [{"name": "Colour", "value": "Sand,Ink,Gold,Moss"}]
        number = world.product(has_option="T", options=options, price=11000)["product_no"]
        variants = world.get(f"products/{number}/variants")["variants"]
        codes = {each["options"][0]["value"]: each["variant_code"] for each in variants}
        world.put(f"products/{number}/variants/{codes['Gold']}", additional_amount="500")
        world.put(f"products/{number}/variants/{codes['Moss']}", use_inventory="T", quantity=0)
        placed = paid(world, wanted(codes["Sand"]))
        send_all(world, placed)
        return placed, codes

    def ask(self, owner: Browser, number: str) -> None:
        owner.world.post(
            "exchangerequests", order_id=number, reason="Too pale", reason_type="E",
            items=[{"order_item_code": f"{number}-01", "quantity": 1}],
        )  # fmt: skip

    @pytest.mark.parametrize("status", ["accepted", "exchanged"])
    def test_a_manager_chooses_what_is_sent_instead_of_the_requested_item(
        self, owner: Browser, status: str
    ) -> None:
        number, codes = self.order(owner)
        self.ask(owner, number)

        page = asked(owner, number)
        offered = re.findall(r'<option value="([^"]+)"', page.text)
        after = confirmed(owner, page, claim_status=status, **{"variant-0": codes["Ink"]})

        assert offered == [codes["Sand"], codes["Ink"]]
        [claim] = owner.world.get(f"orders/{number}", embed="exchange")["order"]["exchange"]
        assert [each["variant_code"] for each in claim["exchanged_items"]] == [codes["Ink"]]
        assert states(owner.world, number)[0] == {"accepted": "E10", "exchanged": "E40"}[status]
        assert "(Colour=Sand) → Colour=Ink" in after.text
        assert ("Exchange accepted" in after.text) == (status == "accepted")

    def test_a_form_that_is_sent_twice_exchanges_once(self, owner: Browser) -> None:
        number, codes = self.order(owner)
        self.ask(owner, number)
        page = asked(owner, number)
        typed = {"claim_status": "exchanged", "variant-0": codes["Ink"]}

        answers = [confirm(owner, page, **typed).status_code for _ in range(2)]

        assert answers == [303, 303]
        [claim] = owner.world.get(f"orders/{number}", embed="exchange")["order"]["exchange"]
        assert len(claim["exchanged_items"]) == 1

    @pytest.mark.parametrize("colour", ["Gold", "Moss"])
    def test_what_costs_more_or_is_not_there_cannot_be_sent_along(
        self, owner: Browser, colour: str
    ) -> None:
        number, codes = self.order(owner)
        self.ask(owner, number)
        page = asked(owner, number)

        answer = confirm(owner, page, claim_status="exchanged", **{"variant-0": codes[colour]})

        assert answer.status_code == 422
        assert states(owner.world, number) == ["E00"]

    def test_the_managers_own_exchange_names_the_variant(self, owner: Browser) -> None:
        number, codes = self.order(owner)
        typed = {
            "item-0": f"{number}-01", "claim_status": "exchanged",
            f"variant-{number}-01": codes["Ink"],
        }  # fmt: skip

        page = preview(owner, number, "exchange", **typed)
        confirmed(owner, page)

        assert "Colour=Ink) × 1" in page.text
        items = owner.world.get(f"orders/{number}/items")["items"]
        assert [each["option_value"] for each in items] == ["Colour=Sand", "Colour=Ink"]

    def test_the_same_is_exchanged_where_nothing_is_chosen(self, owner: Browser) -> None:
        number, codes = self.order(owner)

        page = preview(
            owner, number, "exchange", **{"item-0": f"{number}-01", "claim_status": "accepted"}
        )
        confirmed(owner, page)

        items = owner.world.get(f"orders/{number}/items")["items"]
        assert [each["variant_code"] for each in items] == [codes["Sand"]] * 2

    def test_why_there_is_nothing_to_choose_is_said(self, owner: Browser) -> None:
        number, codes = self.order(owner)
        product = owner.world.get(f"orders/{number}/items")["items"][0]["product_no"]
        ink = f"products/{product}/variants/{codes['Ink']}"
        reason = "o other variant at the same price is in stock, so the same one is sent again."
        assert reason not in owner.open(f"/admin/orders/{number}").text
        owner.world.put(ink, additional_amount="300")

        own = owner.open(f"/admin/orders/{number}").text
        self.ask(owner, number)
        requested = asked(owner, number)
        confirmed(owner, requested, claim_status="exchanged")

        assert (reason in own, reason in requested.text) == (True, True)
        items = owner.world.get(f"orders/{number}/items")["items"]
        assert [each["variant_code"] for each in items] == [codes["Sand"]] * 2
