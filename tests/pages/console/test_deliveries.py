"""A developer looks at what was delivered, and sends it again."""

import html
import re
from functools import partial

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.pages.console import deliveries
from tests.pages.console.developer_browser import Developer, Opened, Registered, copied
from tests.pages.console.webhook_setup import Hooks

GOOD = '<span class="badge good">received</span>'
BAD = '<span class="badge bad">not received</span>'


@pytest.fixture
def app(kim: Developer) -> Registered:
    return kim.app()


@pytest.fixture
def mall(kim: Developer, app: Registered, hooks: Hooks) -> Opened:
    """A test mall of which the app is told of products."""
    made = kim.mall(app)
    hooks.settle(kim, app, 90001, 90002)
    return made


def product(kim: Developer, mall: Opened, name: str) -> None:
    """Let an event happen."""
    answer = kim.world.stage.client.post(
        f"https://{mall.mall_id}.openmall.localhost/api/v2/admin/products",
        headers={"Authorization": f"Bearer {mall.token}"},
        json={"request": {"product_name": name, "price": "1.00", "supply_price": "1.00"}},
    )
    assert answer.status_code == 201, answer.text


def shown(kim: Developer, path: str) -> str:
    page = kim.open(path)
    assert page.status_code == 200, page.text
    return page.text


def numbers(page: str) -> list[int]:
    """Return the deliveries a list shows."""
    return [int(each) for each in re.findall(r'deliveries/[a-z0-9-]+/(\d+)"', page)]


def test_an_event_is_told_in_full(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    product(kim, mall, "<b>Cup</b>")
    hooks.deliver()
    [received] = hooks.receiver.taken()
    [made] = hooks.tries(app, mall.mall_id)

    listed = shown(kim, f"{app.home}/deliveries")
    page = html.unescape(shown(kim, f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}"))

    assert numbers(listed) == [made.log_no]
    assert "A product was added <code>90001</code>" in listed
    assert "2026-11-21 09:00:00" in listed
    assert GOOD in listed
    # what was sent, as it came in, but for what comes of the keys
    said = dict(re.findall(r"<dt>([\w-]+)</dt><dd><code>(.*?)</code></dd>", page))
    hidden = {"X-API-Key", "X-Platform-Hmac-Sha256", "Webhook-Signature", "X-Event-Previous"}
    of_http = {"Host", "Accept", "Content-Length", "Connection"}
    assert said == {
        name: value for name, value in received.headers.items() if name not in hidden | of_http
    }
    assert received.headers["X-API-Key"] not in page
    assert f'"product_no": {received.resource["product_no"]}' in page
    assert hooks.address in page
    assert "<b>" not in shown(kim, f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}")


def test_what_failed_is_sent_again_and_both_tries_are_shown(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    hooks.receiver.answer = lambda received: (500, b"out of order")
    product(kim, mall, "Cup")
    hooks.deliver()
    [first] = hooks.tries(app, mall.mall_id)
    path = f"{app.home}/deliveries/{mall.mall_id}/{first.log_no}"
    assert "out of order" in shown(kim, path)
    hooks.receiver.answer = lambda received: (204, b"")
    hooks.receiver.taken()

    answer = kim.send(path, {})

    [received] = hooks.receiver.taken()
    second, _ = hooks.tries(app, mall.mall_id)
    where = f"{app.home}/deliveries/{mall.mall_id}/{second.log_no}"
    assert answer.headers["location"] == f"{where}?done=resent"
    assert (received.headers["X-Trace-Id"], received.headers["X-Webhook-Redelivery"]) == (
        first.trace_id, "T",
    )  # fmt: skip
    page = shown(kim, answer.headers["location"])
    assert "Sent again." in page
    tries = page.split('<h2 id="tries">')[1].split("</table>")[0]
    assert (tries.count(BAD), tries.count(GOOD)) == (1, 1)
    assert f'href="{path}"' in tries
    assert f'href="{where}"' not in tries


def test_a_test_is_sent_again_as_a_new_test(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    form = {"deed": "test", "mall": mall.mall_id, "event": "90002"}
    kim.send(f"{app.home}/webhooks", form)
    [first] = hooks.tries(app, mall.mall_id)

    kim.send(f"{app.home}/deliveries/{mall.mall_id}/{first.log_no}", {})

    second, _ = hooks.tries(app, mall.mall_id)
    assert (second.log_type, second.event_no) == ("T", 90002)
    assert second.trace_id != first.trace_id
    assert len(hooks.receiver.taken()) == 2


def test_without_an_address_nothing_is_sent_again(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    product(kim, mall, "Cup")
    hooks.deliver()
    [made] = hooks.tries(app, mall.mall_id)
    kim.send(f"{app.home}/webhooks", {"deed": "address", "address": ""})

    answer = kim.send(f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}", {})

    assert answer.status_code == 422
    assert "Enter the delivery address first." in answer.text
    assert len(hooks.tries(app, mall.mall_id)) == 1


def test_a_list_is_narrowed_and_turned(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a good delivery, a failed one, and a test of another event
    product(kim, mall, "Cup")
    hooks.deliver()
    hooks.receiver.answer = lambda received: (500, b"")
    product(kim, mall, "Bowl")
    hooks.deliver()
    kim.send(f"{app.home}/webhooks", {"deed": "test", "mall": mall.mall_id, "event": "90002"})
    third, second, first = (each.log_no for each in hooks.tries(app, mall.mall_id))
    path = f"{app.home}/deliveries"

    def found(query: str) -> list[int]:
        return numbers(shown(kim, f"{path}?{query}"))

    assert found("") == [third, second, first]
    assert found(f"mall={mall.mall_id}&event=90001") == [second, first]
    assert found("success=F") == [third, second]
    assert found("success=T") == [first]
    assert found("event=90002&success=T") == []
    assert "No matching deliveries" in shown(kim, f"{path}?event=90002&success=T")
    monkeypatch.setattr(deliveries, "PAGE_SIZE", 2)
    page = html.unescape(shown(kim, path))
    older = f"{path}?mall={mall.mall_id}&event=&success=&before={second}"
    assert f'href="{older}" rel="next"' in page
    page = html.unescape(shown(kim, older))
    assert numbers(page) == [first]
    assert f'href="{path}?mall={mall.mall_id}&event=&success=" rel="prev"' in page
    assert 'rel="next"' not in page


def test_of_each_mall_its_own(
    kim: Developer, lee: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    other = kim.mall(app)
    kim.send(f"{app.home}/webhooks", {"deed": "test", "mall": other.mall_id, "event": "90001"})
    [made] = hooks.tries(app, other.mall_id)
    second = kim.app()

    assert numbers(shown(kim, f"{app.home}/deliveries?mall={other.mall_id}")) == [made.log_no]
    assert numbers(shown(kim, f"{app.home}/deliveries?mall={mall.mall_id}")) == []
    for path in (
        f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}",
        f"{app.home}/deliveries/{other.mall_id}/{made.log_no + 1}",
        f"{app.home}/deliveries/{other.mall_id}/x",
        f"{app.home}/deliveries/{lee.mall(lee.app()).mall_id}/1",
        f"{app.home}/deliveries?mall={kim.world.mall_id}",
        # another app of one's own, which is not in that mall
        f"{second.home}/deliveries/{other.mall_id}/{made.log_no}",
    ):
        assert kim.open(path).status_code == 404
    assert kim.send(f"{second.home}/deliveries/{other.mall_id}/{made.log_no}", {},
                    "/developers/account").status_code == 404  # fmt: skip


def test_an_app_in_no_mall_says_so(kim: Developer, app: Registered) -> None:
    assert "The app is not installed in any mall" in shown(kim, f"{app.home}/deliveries")


def test_nothing_delivered_yet_says_what_to_do(
    kim: Developer, app: Registered, mall: Opened
) -> None:
    assert "No deliveries yet" in shown(kim, f"{app.home}/deliveries")


def logged(kim: Developer) -> None:
    """Write what was called into the log."""
    kim.world.stage.run(kim.world.stage.app.request_log_writer.write)


def second(kim: Developer, mall: Opened, *scopes: str) -> tuple[Registered, Opened]:
    """Install another app in the mall; return it, and the mall with its token."""
    other = kim.app(*scopes)
    page = kim.send(mall.home, {"deed": "token", "client_id": other.client_id})
    token = copied(page)[0]
    return other, Opened(mall.mall_id, token, mall.curl, mall.user_id, mall.password)


def test_a_delivery_leads_to_the_call_that_caused_it_and_back(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    product(kim, mall, "Cup")
    logged(kim)
    hooks.deliver()
    [made] = hooks.tries(app, mall.mall_id)

    delivery = shown(kim, f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}")
    [call] = re.findall(rf'href="({app.home}/calls/\d+)"', delivery)
    of_call = html.unescape(shown(kim, call))
    [back] = re.findall(rf'href="({app.home}/deliveries\?[^"]+)"', of_call)

    assert "A product was added <code>90001</code>" in of_call
    assert numbers(shown(kim, back)) == [made.log_no]
    assert numbers(shown(kim, f"{app.home}/deliveries?mall={mall.mall_id}&sequence=999")) == []


def test_a_call_of_somebody_else_is_named_by_its_number_alone(
    kim: Developer, app: Registered, mall: Opened, hooks: Hooks
) -> None:
    _, of_other = second(kim, mall)
    product(kim, of_other, "Cup")
    logged(kim)
    hooks.deliver()
    [made] = hooks.tries(app, mall.mall_id)

    delivery = shown(kim, f"{app.home}/deliveries/{mall.mall_id}/{made.log_no}")

    assert f"{app.home}/calls/" not in delivery
    assert "another app, a manager or a shopper" in delivery


def test_a_call_shows_only_events_that_the_app_may_receive(kim: Developer, mall: Opened) -> None:
    other, of_other = second(kim, mall, "mall.write_product", "mall.read_product")
    product(kim, of_other, "Cup")
    logged(kim)
    [call] = set(re.findall(rf'href="({other.home}/calls/\d+)"', shown(kim, f"{other.home}/calls")))

    assert "90001" in shown(kim, call)
    stage = kim.world.stage
    stage.run(
        partial(
            registered_apps.uninstall,
            stage.app.database,
            stage.app.counters,
            stage.clock,
            mall_id=mall.mall_id,
            client_id=other.client_id,
        )
    )
    assert "90001" not in shown(kim, call)
