"""Run as a program: answers questions with the embedded ClickHouse, all JSON.

It is a process of its own, as that engine must not be there before a fork.
"""

import json
import sys
from typing import Any

from chdb.session import Session


def main() -> None:
    told = json.load(sys.stdin)
    session = Session()
    session.query("CREATE DATABASE IF NOT EXISTS facts")
    session.query("USE facts")
    for table in told["tables"]:
        session.query(table)
    for name, rows in told["rows"].items():
        lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        if lines:
            session.query(f'INSERT INTO "{name}" FORMAT JSONCompactEachRow\n{lines}')
    json.dump([_answer(session, *each) for each in told["questions"]], sys.stdout)


def _answer(session: Session, text: str, bound: dict[str, Any]) -> list[Any]:
    settings = " SETTINGS output_format_json_quote_64bit_integers = 0"
    found = str(session.query(text + settings, "JSONCompactEachRow", params=bound))
    return [json.loads(line) for line in found.splitlines() if line]


if __name__ == "__main__":
    main()
