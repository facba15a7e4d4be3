"""Run as a program: every kind of request of every report, asked the embedded ClickHouse.

Prints the rows it finds as JSON, in the order of the requests. Argument: `--thorough` or nothing.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from openmall.analytics.engine.clickhouse import ClickHouse
from openmall.analytics.engine.engine import Batch
from openmall.analytics.reports import rules
from openmall.analytics.reports.registry import REPORTS
from tests import random_cases
from tests.analytics.engine.embedded import Embedded
from tests.analytics.reports import raw_facts
from tests.analytics.reports.random_facts import RandomFacts, asking, params


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        some = RandomFacts(1, Path(folder))
    engine = ClickHouse(Embedded())
    await engine.keep([Batch(source="random", number=1, rows=some.batch)])
    answers = []
    for report in REPORTS.values():
        for request in asking(report):
            wanted = params(report, request)
            question = rules.question(report, rules.question_shape(report, wanted))
            answers.append(await engine.ask(question, rules.values(raw_facts.MALL, wanted)))
    await engine.close()
    sys.stdout.buffer.write(msgspec.json.encode(answers))


if __name__ == "__main__":
    random_cases.THOROUGH = sys.argv[1:] == ["--thorough"]
    asyncio.run(main())
