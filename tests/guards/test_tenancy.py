"""One mall never sees another's rows: its tables lead with it and its statements name it."""

from sqlalchemy import Table

from openmall.database.schema import metadata
from tests.guards.sources import import_all, statements

OF_THE_INSTALLATION = {
    "app", "app_action", "exchange_rate", "partner_shop", "partner_shop_word", "partner_product",
    "partner_product_word", "address_key", "developer", "developer_session", "test_mall",
    "app_test_mall", "app_member", "app_invitation",
    "operator", "operator_session", "operator_action", "operator_task",
    "webhook_subscription", "schema_note",
    "api_call", "api_call_body", "api_call_minute", "api_call_operation",
}  # fmt: skip
"""Tables that belong to no mall; those of partners hold what malls let be read across malls."""

ACROSS_MALLS = {
    "the bare domain serves the mall created first",
    "the operator's list of malls",
    "an operator decides which messages are sent again",
    "a developer's list of their own test malls",
    "a worker looks for the displays that are to be renewed",
    "a worker looks for points whose time is over",
    "a worker looks for customers who are told of points that expire",
    "a worker looks for coupons that are issued at set times",
    "a worker looks for reports to mail",
    "a worker looks for restock notices to send",
    "a worker looks for failed messages that are sent another way",
    "a worker looks for points that have waited long enough",
    "a worker looks for shops whose points expire",
    "a worker looks for shops that move orders automatically",
    "a worker looks for shops that move customers between groups",
    "a worker looks for refunds that gateways are to make",
    "a worker looks for payments whose gateway did not call back",
    "a worker looks for subscriptions whose next order is due",
    "a worker looks for orders of subscriptions whose payment is due",
    "a worker looks for charges of apps that are paid again",
    "a worker looks for the malls whose figures are to be summed up",
    "a worker looks for the malls in which something happened",
    "a worker looks for the malls whose facts no engine has yet",
    "an operator watches how much work waits in the installation",
    "an operator's page counts across malls when it is opened",
    "a worker does what is due in each by the sandbox's own clock",
    "a worker does what is due in sandboxes whose clock was advanced",
    "a worker looks for due delivery queues of all malls",
    "a worker looks for imports and exports without a lease",
    "a worker looks for jobs without a lease",
    "a worker looks for malls in which customers are to be reminded",
    "a worker looks for malls in which nobody was reminded yet",
    "a worker looks for malls whose customers of today were not greeted",
    "a sweep looks for the malls in which it has something to do",
    "a worker looks for malls whose customers rest after other months",
    "a worker looks for messages to deliver",
    "a worker looks for messages to many",
    "an app that changes its subscription is in several malls",
    "files are removed in malls that have some",
    "jobs are removed in malls that have some",
    "the marks of every mall with a feed are numbered",
}
"""Reasons for which a statement reads the rows of several malls."""


def _tables() -> dict[str, Table]:
    import_all()
    return dict(metadata().tables)


def test_every_table_of_a_shop_leads_its_key_with_the_mall() -> None:
    wrong = {
        name: [column.name for column in table.primary_key]
        for name, table in _tables().items()
        if name not in OF_THE_INSTALLATION
        and [column.name for column in table.primary_key][:1] != ["mall_id"]
    }
    assert wrong == {}, "build it with shop_table(), or name it in OF_THE_INSTALLATION"


def test_every_index_of_a_shop_leads_with_the_mall() -> None:
    wrong = [
        index.name
        for name, table in _tables().items()
        if name not in OF_THE_INSTALLATION
        for index in table.indexes
        if next(column.name for column in index.columns) != "mall_id"
    ]
    assert wrong == []


def test_the_tables_of_the_installation_know_no_mall() -> None:
    tables = _tables()
    assert {name for name in OF_THE_INSTALLATION if "mall_id" in tables[name].c} == set()


def test_statements_across_malls_are_few_and_each_has_its_reason() -> None:
    found = statements()
    assert len(found) > 40, "every other one was checked when it was made"
    assert {each.across_malls for each in found} - {""} == ACROSS_MALLS
