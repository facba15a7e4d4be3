"""What fails is tried again, less and less often, then given up; who stays away is switched off."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.delivery import circuit_breaker, retry_policy
from openmall.events.webhooks.outcome import MAX_ANSWER_BYTES, MAX_STORED_CHARACTERS
from tests.events.webhooks.receiver import Answer, Post, ProductChanged, Received, Receiver


def test_a_delivery_is_tried_again_after_a_minute_then_later_and_given_up(
    post: Post, receiver: Receiver
) -> None:
    # given a receiver that is broken
    app = post.app(90001)
    receiver.answer = lambda received: (503, b"")
    clock = post.world.stage.clock
    began = clock.now()
    post.make(1)

    # when time passes, a minute at a time
    tried = []
    for _ in range(11 * 60):
        tried += [clock.now() - began for _ in post.deliver()]
        clock.pass_(60)

    # then it was tried six times, each later by what stands in the table, give or take a fifth
    assert len(tried) == 6
    for delay, before, after in zip(retry_policy.DELAYS, tried, tried[1:], strict=False):
        assert delay * 0.8 <= after - before <= delay * 1.2 + 60
    log = post.log(app)
    assert [each.attempt for each in log] == [1, 2, 3, 4, 5, 6]
    assert [each.log_type for each in log] == ["G", "R", "R", "R", "R", "R"]
    assert len({each.trace_id for each in log}) == 1

    # and what happens to the same thing next does not wait for it any more
    receiver.answer = lambda received: (200, b"")
    post.make(1)
    assert [each.sequence for each in post.deliver()] == [2]


@pytest.mark.both_stores
def test_two_workers_do_not_deliver_the_same_thing(post: Post, receiver: Receiver) -> None:
    post.app(90001)
    post.make(*range(1, 31))
    workers = [post.new_sender() for _ in range(3)]

    async def at_once() -> None:
        for worker in workers:
            await worker.work()
        for worker in workers:
            await worker.finish()

    post.world.stage.run(at_once)

    assert sorted(each.about for each in post.taken()) == list(range(1, 31))


def test_one_who_answers_nothing_but_failure_for_a_day_is_switched_off_with_a_notice(
    post: Post, receiver: Receiver
) -> None:
    app = post.app(90001)
    client_id = app.credentials.client_id
    receiver.answer = lambda received: (500, b"")
    stage, clock = post.world.stage, post.world.stage.clock
    for hour in range(30):
        post.make(*range(hour * 20, hour * 20 + 20))
        post.deliver()
        clock.pass_(3_600)

    # then its developer was warned after half a day, and it was switched off after a day
    notices = stage.run(webhook_rules.notices, post.context, post.world.mall_id, client_id)
    assert [each.kind for each in reversed(notices)] == ["failing", "switched off"]
    began = clock.now() - 30 * 3_600
    warned, off = (each.at for each in reversed(notices))
    assert 12 <= (warned - began) / 3_600 <= 14
    assert 24 <= (off - began) / 3_600 <= 26
    period = {"start_date": "2026-11-20", "end_date": "2026-11-30", "type": "webhooks/setting"}
    clock.pass_(-30 * 3_600)  # to when its token holds
    lines = post.world.get("activitylogs", **period)["activitylogs"]
    assert [line["content"] for line in lines] == [
        f"{client_id}: {each.sentence}" for each in notices
    ]
    [told] = stage.run(webhook_rules.receptions, post.context, client_id)
    assert told.reception_status == "F"
    post.make(9_000)
    clock.pass_(60 * 3_600)
    assert post.deliver() == []


def test_one_who_fails_is_asked_now_and_then_and_told_everything_when_it_is_back(
    post: Post, receiver: Receiver
) -> None:
    # given a receiver that is away for ten minutes while two hundred things happen
    post.app(90001)
    receiver.answer = lambda received: (502, b"")
    clock = post.world.stage.clock
    post.make(*range(1, 201))
    asked = 0
    for _ in range(10):
        asked += len(post.deliver())
        clock.pass_(60)

    # then it was asked some dozen times, not two thousand: five were under way when it opened
    most = circuit_breaker.OPEN_AFTER_FAILURES + 4 + 9 * circuit_breaker.HALF_OPEN_PROBES
    assert circuit_breaker.OPEN_AFTER_FAILURES <= asked <= most

    # and told everything once it is back
    receiver.answer = lambda received: (200, b"")
    told = set()
    for _ in range(60):
        told |= {each.about for each in post.deliver()}
        clock.pass_(60)
    assert told == set(range(1, 201))


def test_one_slow_app_holds_up_no_other(post: Post, receiver: Receiver) -> None:
    # given two apps, one of which takes a second for each answer
    slow = post.app(90001, address=f"{receiver.address}/slow")
    quick = post.app(90002)
    released = threading.Event()
    times: list[float] = []

    def answer(received: Received) -> Answer:
        if received.event_no == 90001:
            released.wait(5)
        else:
            times.append(time.monotonic())
            if len(times) == 40:
                released.set()
        return 200, b""

    receiver.answer = answer
    post.make(*range(1, 21))
    post.happen(*(ProductChanged(product_no=number) for number in range(1, 41)))

    # when both are told; the slow one is let go only when the other has got everything
    post.deliver()

    # then the quick one did not wait for it
    assert len(times) == 40
    assert released.is_set()
    assert len(post.log(slow)) == 20
    assert len(post.log(quick)) == 40


def test_switched_off_nothing_is_told_and_switched_on_what_happens_then(
    post: Post, receiver: Receiver
) -> None:
    app = post.app(90001)
    post.make(1)
    post.deliver()

    answer = post.world.call(
        "PUT", "webhooks/setting", app=app, json={"request": {"reception_status": "F"}}
    )
    assert answer.json() == {"webhook": {"reception_status": "F"}}
    post.make(2, 3)
    assert post.deliver() == []
    answer = post.world.call(
        "PUT", "webhooks/setting", app=app, json={"request": {"reception_status": "T"}}
    )
    assert answer.json() == {"webhook": {"reception_status": "T"}}
    post.make(4)

    # then what it was not told shows as a gap, which it can read
    [received] = post.deliver()
    assert (received.about, received.sequence, received.previous) == (4, 4, 3)
    events = post.world.call("GET", "webhooks/events", app=app, params={"since": 1}).json()
    assert [each["sequence"] for each in events["events"]] == [2, 3, 4]


@contextmanager
def _listening(speak: Callable[[socket.socket], object]) -> Iterator[int]:
    """Listen without TLS or sense: `speak(connection)` does what it wants."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    speak(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]


def test_what_is_no_answer_is_told_in_the_log(hasty_post: Post, receiver: Receiver) -> None:
    post = hasty_post
    app = post.app(90001)
    stopping = threading.Event()

    # given nobody there, one who hangs up, one who is silent, and a stranger's certificate
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = free.getsockname()[1]
    with (
        _listening(lambda connection: None) as hangs_up,
        _listening(lambda connection: stopping.wait(3)) as silent,
    ):
        failures = []
        for port in (nobody, hangs_up, silent):
            post.subscribe(app, 90001, address=f"https://receiver.test:{port}/")
            post.make(port)
            post.deliver()
            failures.append(post.log(app)[-1].failure)
        stopping.set()
    post.subscribe(app, 90001, address=f"https://somebody-else.test:{receiver.port}/")
    post.make(1)
    post.deliver()
    failures.append(post.log(app)[-1].failure)

    assert "Cannot connect to host" in failures[0]
    assert failures[1]
    assert failures[2] == "no answer within 1 seconds"
    assert failures[3].startswith("TLS: ")
    assert "somebody-else.test" in failures[3]
    assert [each.http_code for each in post.log(app)] == [None] * 4


def test_an_answer_without_end_is_read_to_a_bound(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)
    receiver.answer = lambda received: (500, b"x" * (MAX_ANSWER_BYTES * 20))
    post.make(1)

    post.deliver()

    [line] = post.log(app)
    assert line.answer == "x" * MAX_STORED_CHARACTERS
    assert line.http_code == 500


def test_a_redirect_is_no_success_and_nobody_follows_it(post: Post, receiver: Receiver) -> None:
    app = post.app(90001)
    receiver.headers = {"Location": f"{receiver.address}/elsewhere"}
    receiver.answer = lambda received: (307, b"")
    post.make(1)

    assert len(post.deliver()) == 1
    [line] = post.log(app)
    assert (line.success, line.http_code) == (False, 307)
