"""Options of pytest that say how much is tried, and on what."""

import pytest

from tests.stores import STORES


def _part(text: str) -> tuple[int, int]:
    """Read `K/N`; raise ValueError where it is none."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError(text)
    return part, parts


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say how much is tried."""
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run every test, each on both stores, with as many random cases as before a release",
    )
    parser.addoption(
        "--nightly",
        action="store_true",
        help="what --thorough runs, without the tests that every commit runs in the same way",
    )
    parser.addoption(
        "--commit-tier",
        action="store_true",
        help="leave to the nightly tier what every commit leaves to it, also of the modules named",
    )
    parser.addoption(
        "--part",
        type=_part,
        default="1/1",
        metavar="K/N",
        help="run part K of N of the modules: a nightly run is made of parts",
    )
    parser.addoption(
        "--store",
        choices=STORES,
        help="run only what runs on this store, and what asks no store",
    )
    parser.addoption(
        "--cluster",
        action="store_true",
        help="let PostgreSQL be a Citus cluster, of the build that OPENMALL_TEST_CITUS names",
    )
    parser.addoption(
        "--at-a-node",
        action="store_true",
        help="with --cluster: let the application connect to a node instead of the coordinator",
    )
    parser.addoption(
        "--pooler",
        action="store_true",
        help="let the application reach PostgreSQL through PgBouncer in transaction mode",
    )


def thorough(config: pytest.Config) -> bool:
    """Say whether more is tried than for each commit."""
    return bool(config.getoption("--thorough") or config.getoption("--nightly"))
