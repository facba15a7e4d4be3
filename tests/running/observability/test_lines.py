"""Whatever is logged while a request is answered can be found by the id its client was given."""

import asyncio
import json
import logging
import threading
from collections.abc import Iterator

import pytest

from openmall.running.observability import logs
from openmall.tracing import current
from tests.world import World


class Lines(logging.Handler):
    """What is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._form = logs.AsJson()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self._form.format(record))

    def of(self, event: str) -> list[str]:
        """Return the request ids of the lines of an event."""
        found = [json.loads(line) for line in self.lines]
        return [line.get("request_id", "") for line in found if line["event"] == event]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger("openmall").addHandler(handler)
    yield handler
    logging.getLogger("openmall").removeHandler(handler)


def test_a_line_of_a_handler_bears_the_id_the_client_was_given(
    world: World, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noticed(*_: object) -> None:
        logging.getLogger("openmall").warning("noticed")
        raise RuntimeError

    world.product()
    monkeypatch.setattr("openmall.commerce.product.products.search.as_listed", noticed)
    given = [world.call("GET", "products").headers["X-Request-Id"] for _ in range(2)]

    assert lines.of("noticed") == lines.of("internal error") == given
    assert len(set(given)) == 2


def test_a_line_of_work_in_a_thread_belongs_to_its_request(lines: Lines) -> None:
    async def answered(request: str) -> None:
        current.REQUEST.set(request)
        work = current.with_current_context(
            lambda: logging.getLogger("openmall").warning("in a thread")
        )
        await asyncio.sleep(0)
        thread = threading.Thread(target=work)
        thread.start()
        await asyncio.to_thread(thread.join)

    async def at_once() -> None:
        # each request is answered in a task of its own
        await asyncio.gather(*(asyncio.create_task(answered(f"r{at}")) for at in range(5)))

    asyncio.run(at_once())
    logging.getLogger("openmall").warning("by itself")

    assert sorted(lines.of("in a thread")) == ["r0", "r1", "r2", "r3", "r4"]
    assert lines.of("by itself") == [""]
