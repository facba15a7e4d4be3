"""ClickHouse as part of a process: run as a program of its own, as it does not survive a fork.

Keeps the batches of `asking` as told, and prints what it answers to the questions.
"""

import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any

from chdb.session import Session

from openmall.analytics.engine.clickhouse import ClickHouse
from tests.analytics.engine.engine_cases import IMPORTED, SOLD, WITHDRAWN, batches, questions


class Embedded:
    """The server, in this process; it breaks down at the insert with number `breaks_at`."""

    def __init__(self, breaks_at: int = -1) -> None:
        self._session = Session()
        self.inserts = 0
        self.breaks_at = breaks_at

    async def carry_out(
        self, statement: str, values: Mapping[str, str], content: bytes = b""
    ) -> bytes:
        if content:
            self.inserts += 1
            if self.inserts == self.breaks_at:
                raise RuntimeError("broken down")
        answer = self._session.query(f"{statement} {content.decode()}", params=dict(values))
        return bytes(answer.bytes())

    async def close(self) -> None:
        self._session.close()


async def main() -> None:
    answers: dict[str, Any] = {}
    server = Embedded(breaks_at=3)
    engine = ClickHouse(server)
    # a batch is broken off halfway and sent again, and everything once more
    try:
        await engine.keep(batches())
    except RuntimeError:
        answers["broken"] = server.inserts
    await engine.keep(batches())
    await engine.keep(batches()[:2])
    answers["answers"] = [await engine.ask(question, values) for question, values in questions()]
    await engine.tidy()
    await engine.keep([IMPORTED])
    await engine.take_back("mall", -20, -10)
    answers["left"] = await engine.ask(*questions()[0])
    # withdrawals are repeated, as after a death before the outbox is told
    for some in (WITHDRAWN[:1], WITHDRAWN, WITHDRAWN, WITHDRAWN[1:]):
        await engine.keep(some)
    answers["sold"] = await engine.ask(SOLD, {"mall_id": "sold"})
    await engine.forget("mall")
    question, values = questions()[0]
    answers["forgotten"] = await engine.ask(question, values)
    answers["other"] = await engine.ask(question, {**values, "mall_id": "other"})
    await engine.close()
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
