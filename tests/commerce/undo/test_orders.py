"""Plain data of orders becomes what it was, and states come back without a parcel being sent."""

from typing import Any

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.order.order_detail_setup import refused, ship, told
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.commerce.undo.test_customers import kept
from tests.commerce.undo.undo_calls import decide, differences, newest, undo
from tests.world import World


def undone(world: World, write_no: int | None = None, **values: Any) -> dict[str, Any]:
    answer = undo(world, newest(world)["write_no"] if write_no is None else write_no, **values)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["write"]
    return found


def bought(world: World) -> str:
    return paid(world, wanted(stocked(world, 5)[1]))


def item(world: World, number: str) -> dict[str, Any]:
    [found] = world.get(f"orders/{number}/items")["items"]
    return dict(found)


def history(world: World, number: str) -> list[tuple[str | None, str]]:
    path = f"orders/{number}/items/{number}-01/history"
    found = world.get(path)["history"]
    return [(each["previous_order_status"], each["current_order_status"]) for each in found]


def test_a_memo_goes_changes_back_and_comes_back(world: World) -> None:
    number = bought(world)
    path = f"orders/{number}/memos"
    world.post(path, content="Call first")
    created = newest(world)["write_no"]
    world.put(f"{path}/1", content="Called")
    undone(world)
    assert [each["content"] for each in world.get(path)["memos"]] == ["Call first"]
    world.call("DELETE", f"{path}/1")
    undone(world)
    assert [each["content"] for each in world.get(path)["memos"]] == ["Call first"]
    undone(world, created)

    assert world.get(path)["memos"] == []
    published = [number for number, _ in told(world, 90066, 90068, 90069)]
    assert published == [90066, 90068, 90068, 90069, 90066, 90069]
    assert told(world, 90066)[1][1]["ordering_product_code"] == item(world, number)["product_code"]


def test_only_the_labels_of_an_item_become_what_they_were(world: World) -> None:
    number = bought(world)
    path = f"orders/{number}/items/{number}-01"
    world.post(f"{path}/labels", names=["gift"])
    labelled = newest(world)["write_no"]
    world.post(
        f"{path}/options",
        additional_options=[{"additional_option_name": "Card", "additional_option_value": "Hi"}],
        product_bundle="F",
    )
    ship(world, number)

    done = undone(world, labelled)

    fields = {each["resource"]: each["fields"] for each in done["changes"]}
    assert fields["order_item"] == ["detail.labels"]
    found = item(world, number)
    assert found["labels"] is None
    assert found["additional_option_value"] == "Card=Hi"
    assert found["order_status"] == "N30"
    assert world.get("labels")["labels"]["names"] == []


def test_labels_that_changed_since_are_a_conflict_in_their_own_field(world: World) -> None:
    number = bought(world)
    path = f"orders/{number}/items/{number}-01/labels"
    world.put(path, names=["gift"])
    write_no = newest(world)["write_no"]
    world.put(path, names=["fragile"])

    answer = undo(world, write_no)

    conflicts = answer.json()["error"]["more_info"]["conflicts"]
    [shown] = [each for each in conflicts if each["resource"] == "order_item"]
    assert shown["fields"] == ["detail.labels"]
    assert shown["now"] == {"detail.labels": ["fragile"]}
    assert shown["then"] == {"detail.labels": None}


def test_a_prepared_item_comes_back_and_its_history_says_so(world: World) -> None:
    number = bought(world)
    world.put(f"orders/{number}", process_status="hold")
    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "W"
    world.stage.clock.pass_(60)

    done = undone(world)

    assert done["not_undone"] == [{"event_no": 90024, "count": 1}]
    assert states(world, number) == ["N10"]
    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "F"
    assert history(world, number)[:2] == [("N22", "N10"), ("N10", "N22")]
    codes = [resource["event_code"] for _, resource in told(world, 90024)]
    assert codes == ["hold_order", "prepare_product"]
    undone(world)
    assert states(world, number) == ["N22"]
    assert differences(world) == []


def test_items_of_several_orders_come_back(world: World) -> None:
    first, second = bought(world), bought(world)
    requests = [{"order_id": each, "process_status": "prepare"} for each in (first, second)]
    assert world.call("PUT", "orders", json={"requests": requests}).is_success

    undone(world)

    assert (states(world, first), states(world, second)) == (["N10"], ["N10"])
    numbers = [resource["order_id"] for _, resource in told(world, 90024)]
    assert numbers == [first, second]


def test_a_sent_parcel_is_not_taken_back(world: World) -> None:
    number = bought(world)
    ship(world, number)
    write = newest(world)

    assert (write["state"], write["reason"]) == ("refused", "it sent a parcel")
    assert refused(undo(world, write["write_no"]), 409).startswith(
        "The write cannot be undone: it sent a parcel."
    )
    assert states(world, number) == ["N30"]


def test_a_deleted_shipment_comes_back_without_a_second_message(world: World) -> None:
    number = bought(world)
    ship(world, number)
    before = item(world, number)
    [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
    world.call("DELETE", f"orders/{number}/shipments/{shipment['shipping_code']}")
    assert states(world, number) == ["N20"]

    undone(world)

    assert item(world, number) == before
    assert world.get(f"orders/{number}/shipments")["shipments"] == [shipment]
    codes = [resource["event_code"] for _, resource in told(world, 90024)]
    assert codes == ["shipping_order", "unship_order", "undo_order"]
    assert told(world, 90162) == []
    # what says again that it was sent is as final as what said so first
    assert newest(world)["reason"] == "it sent a parcel"


def test_a_delivered_item_is_on_its_way_again(world: World) -> None:
    number = bought(world)
    ship(world, number)
    code = world.get(f"orders/{number}/shipments")["shipments"][0]["shipping_code"]
    world.put(f"orders/{number}/shipments/{code}", status="shipped")

    undone(world)

    assert states(world, number) == ["N30"]
    assert item(world, number)["delivered_date"] is None
    assert differences(world) == []


def test_a_tracking_number_becomes_what_it_was(world: World) -> None:
    number = bought(world)
    ship(world, number)
    [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
    world.put(f"orders/{number}/shipments/{shipment['shipping_code']}", tracking_no="2")

    undone(world)

    assert world.get(f"orders/{number}/shipments")["shipments"] == [shipment]
    assert [resource["tracking_no"] for _, resource in told(world, 90162)] == ["2", "1"]


def test_an_item_that_is_claimed_since_does_not_come_back(world: World) -> None:
    number = bought(world)
    world.put(f"orders/{number}", process_status="prepare")
    write_no = newest(world)["write_no"]
    world.post("cancellationrequests", order_id=number, reason_type="A", reason="No longer")

    answer = undo(world, write_no)
    [shown] = answer.json()["error"]["more_info"]["conflicts"]
    assert (shown["resource"], shown["object"]) == ("order_item", f"{number},1")
    assert shown["now"]["order_status"] == "C00"
    decided = undo(world, write_no, decisions=decide("order_item", f"{number},1", "revert"))

    assert "an item in state C00 is not N10 again. Keep it." in refused(decided, 409)
    assert states(world, number) == ["C00"]


def test_a_receiver_becomes_who_it_was_until_the_parcel_is_sent(world: World) -> None:
    number = bought(world)
    before = world.get(f"orders/{number}/receivers")
    world.put(f"orders/{number}/receivers", name="Sora Lee", shipping_code=f"D-{number}-00")
    first = newest(world)["write_no"]
    undone(world)
    assert world.get(f"orders/{number}/receivers") == before
    past = world.get(f"orders/{number}/receivers/history")["history"]
    assert [each["name"] for each in past] == ["Sora Lee", "Min Kim"]
    assert [each for each, _ in told(world, 90064)] == [90064, 90064]
    again = newest(world)
    assert again["undoes"] == first
    ship(world, number)

    answer = undo(world, again["write_no"])

    assert "the parcel has been sent. Keep it." in refused(answer, 409)
    assert world.get(f"orders/{number}/receivers") == before
    kept_so = decide("order_parcel", f"{number},D-{number}-00", "keep")
    assert undone(world, again["write_no"], decisions=kept_so)["reverted"] == 0


def test_a_text_of_an_item_that_was_sent_since_stays(world: World) -> None:
    number = bought(world)
    path = f"orders/{number}/items/{number}-01/options"
    text = {"additional_option_name": "Card", "additional_option_value": "Hi"}
    world.post(path, additional_options=[text], product_bundle="F")
    write_no = newest(world)["write_no"]
    ship(world, number)

    assert "the item has been sent. Keep it." in refused(undo(world, write_no), 409)
    assert item(world, number)["additional_option_value"] == "Card=Hi"


def test_a_buyer_becomes_who_it_was(world: World) -> None:
    number = bought(world)
    before = world.get(f"orders/{number}/buyer")["buyer"]
    world.put(f"orders/{number}/buyer", name="Sora Lee", cellphone="010-2222-2222")

    undone(world)

    assert world.get(f"orders/{number}/buyer")["buyer"] == before
    past = world.get(f"orders/{number}/buyer/history")["history"]
    assert [each["name"] for each in past] == ["Sora Lee", "Hana Kim"]
    assert world.get("orders/count", buyer_name="Hana Kim") == {"count": 1}


def test_nothing_of_a_buyer_who_was_erased_comes_back(world: World) -> None:
    join(world, "hana")
    number = bought(world)
    world.put(f"orders/{number}/buyer", name="Sora Lee")
    write_no = newest(world)["write_no"]
    assert kept(world) == 1

    do(world, lambda call: data_subject_rules.erase(call, "hana"))

    assert kept(world) == 0
    assert undone(world, write_no)["reverted"] == 0
    assert world.get(f"orders/{number}/buyer")["buyer"]["name"] == ""


def test_of_a_buyer_who_had_left_an_erasure_takes_what_was_recorded(world: World) -> None:
    join(world, "hana")
    number = bought(world)
    world.call("DELETE", "customers/hana")
    world.put(f"orders/{number}/buyer", name="Sora Lee")
    first = newest(world)["write_no"]
    undone(world)
    assert world.get(f"orders/{number}/buyer")["buyer"]["name"] == "Hana Kim"
    again = newest(world)["write_no"]

    do(world, lambda call: data_subject_rules.erase(call, "hana"))

    assert world.get(f"writes/{first}")["write"]["changes"] == []
    assert undone(world, again)["reverted"] == 0
    assert world.get(f"orders/{number}/buyer")["buyer"]["name"] == ""


def test_a_removed_automatic_calculation_comes_back(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.call("DELETE", f"orders/{number}/autocalculation")

    undone(world)

    assert world.call("DELETE", f"orders/{number}/autocalculation").is_success
