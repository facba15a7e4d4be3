"""What tests on a cluster share: the cluster of this process, and stores on it."""

from pathlib import Path

import pytest

from tests import citus

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests where there is no Citus."""
    if citus.build() is None:
        for each in items:
            if each.path.is_relative_to(_HERE):
                each.add_marker(pytest.mark.skip(reason=f"{citus.SETTING} names no build of Citus"))


@pytest.fixture(scope="session")
def cluster() -> citus.Cluster:
    """The cluster of this process: a coordinator and two nodes."""
    return citus.cluster()


@pytest.fixture(scope="session")
def template(cluster: citus.Cluster) -> str:
    """An empty store of the newest schema, distributed; only to be copied."""
    return cluster.new_store()


@pytest.fixture
def url(cluster: citus.Cluster, template: str) -> str:
    """A distributed store of the newest schema for one test."""
    return cluster.copy_database(template)
