"""Each statement of a mall goes to the one server that has the mall."""

from tests import cluster_plans
from tests.guards.sources import statements


def test_each_declared_statement_is_for_one_server(template: str) -> None:
    compiled = {each.on("postgresql") for each in statements() if not each.across_malls}
    of_malls = {each.sql: each for each in compiled if cluster_plans.is_of_one_mall(each)}

    found = cluster_plans.plans(template, {sql: each.names for sql, each in of_malls.items()})

    assert len(found) > 800
    assert {sql: how for sql, how in found.items() if how != "1"} == {}


def test_a_statement_for_several_servers_is_seen(template: str) -> None:
    """The test above would see these."""
    look = "(SELECT max(name) FROM shop WHERE shop.mall_id = mall.mall_id)"
    lock = f"SELECT {look} FROM mall WHERE mall_id = 'm1' FOR UPDATE"
    found = cluster_plans.plans(
        template, {"SELECT name FROM mall": (), f"SELECT {look} FROM mall": (), lock: ()}
    )

    assert list(found.values())[:2] == ["4", "4"]
    assert "could not run distributed query with FOR UPDATE" in found[lock]
