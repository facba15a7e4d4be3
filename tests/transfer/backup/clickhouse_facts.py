"""Facts of ClickHouse as a copy reads them: a program of its own, as it does not survive a fork."""

import asyncio
import json
from typing import Any

from openmall.analytics.engine.clickhouse import ClickHouse
from openmall.analytics.facts.tables import facts as every_fact
from openmall.transfer.backup import facts
from tests.analytics.engine.embedded import Embedded
from tests.transfer.backup.full_installation import facts_of


async def main() -> None:
    engine = ClickHouse(Embedded())
    await engine.keep([facts_of(1, "one"), facts_of(1, "other")])
    found: dict[str, Any] = {}
    for table in every_fact.sorted_tables:
        for mall_id in ("", "one"):
            pages = [page async for page in facts.rows(engine, table.name, mall_id)]
            found[f"{table.name} {mall_id}"] = sorted(row for page in pages for row in page)
    await engine.close()
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main())
