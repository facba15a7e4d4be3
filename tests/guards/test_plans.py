"""No statement known by heart walks through a whole mall on SQLite."""

import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import apsw
import pytest

from openmall.configuration import Configuration
from openmall.database.migrate import migrate
from openmall.database.text_search import word_search
from tests.guards.sources import statements

WALK = re.compile(r"^SCAN (?!json_each|\d+-ROW VALUES)|\(mall_id=\?( AND shop_no=\?)?\)$")
SMALL = {
    "mall": "one row a mall",
    "mall_closed": "one row a mall that is closed",
    "sandbox": "one row a mall that was made to try things out",
    "sandbox_fault": "the fifty of a script",
    "shop": "one row a language",
    "webhook_recipe": "the hundred of each app in a mall",
    "script_tag": "the hundred of each app in a shop",
    "theme": "at most a hundred a mall",
    "theme_publication": "at most two rows a shop",
    "theme_translation": "at most a hundred themes in the languages of the shops",
    "design_icon": "at most two dozen rows a shop",
    "manager": "a few people",
    "change_feed": "one row a mall whose changes are read",
    "change_mark": "what was written within the last moments, in malls whose changes are read",
    "change_cause": "calls of the last ten minutes, in malls whose changes are read",
    "change_entry": "in the order of their numbers, or all where a feed ends",
    "saved_view": "the fifty views that a manager may save",
    "staff_role": "the hundred roles that a mall may have",
    "staff_policy": "one row a mall",
    "approval_rules": "one row a mall",
    "waiting": "as many posts as a queue counts at most",
    "staff_second_factor": "at most one row a manager",
    "staff_passkey": "the twenty that a manager may have",
    "app": "the operator's list of apps",
    "app_test_mall": "the five hundred test malls of an installation",
    "counter": "the series of numbers of a sandbox",
    "webhook_queue": "the apps of a mall",
    "developer": "the operator's list of developers",
    "operator": "the few who run the installation",
    "operator_task": "what operators began by hand",
    "operator_session": "those of twelve hours",
    "installation": "the apps of a mall",
    "manager_session": "those of twelve hours",
    "authorization_request": "those of ten minutes",
    "authorization_code": "an app that comes back after it was deleted",
    "exchange_rate": "one row a currency",
    "some_items": "at most as many items as a figure of the menu counts",
    "word_step": "the distinct words of one page, each found by a look-up",
    "category": "the import's question for names",
    "partner_shop": "the operator's list of the shops that take part; see test_partner_plans.py",
    "partner_category": "the operator's list of a mall's mapped categories",
    "shown_status": "at most one row a language and state of orders",
    "payment_gateway": "a few payment apps",
    "payment_gateway_method": "a few methods of each payment app",
    "payment_gateway_contract": "a few contracts of the operator",
    "custom_property": "the properties that a merchant named",
    "carrier": "a few a shop",
    "shipping_origin": "a few places",
    "supplier_user": "a few people of each supplier",
    "decoration_image": "the five hundred a mall may have",
    "page_field": "the hundred fields a mall may make",
    "coupon": "what a shop made in its years; most of them are looked for by what they are",
    "benefit": "a few a shop",
    "subscription_rule": "the hundred that a shop may have",
    "discount_code": "the operator's verifying: what a shop made in its years",
    "newsletter_subscriber": "those of a shop, counted when its page of newsletters is opened",
    "product_exposure": "the products that a shop shows to members alone",
    "points_autoexpiration": "at most one row a shop",
    "hourly_sales": "a few rows an hour, however many orders there are",
    "hourly_product_sales": "the operator's verifying and making anew",
    "stock_reservation": "units of unpaid orders, looked at every ten minutes",
    "sms_balance": "one row a mall",
    "message_cursor": "one row a mall",
    "saved_report": "the reports that managers saved, a hundred at most",
    "message_template": "the texts that a shop has changed, one row an occasion and language",
    "lately": "the last calls of an app",
    "collected": "the batches of the last minutes",
    "fact_batch": "facts that the engine does not have yet",
    "sessionised": "one row a mall",
    "customer_social": "the linked accounts of customers, until there are too many",
    "CONSTANT": "no table: whether the store answers at all",
    "webhook_pending": "what could not be delivered, looked at every hour",
    "job": "jobs of some days in all malls, by the sweep",
    "file_transfer": "imports and exports of some days in all malls, by the sweep",
    "file_part": "files of imports and exports of some days, by the sweep",
    "file_error": "rows at fault of some days, by the sweep",
    "file_plan": "plans of some days, by the sweep",
    "file_picture": "pictures of imports of some days, by the sweep",
    "recorded_write": "writes of some days, at most `undo_megabytes`, by the sweep and their list",
    "autodisplay": "when the rules of all malls are due, from an index of little else",
}
"""Tables that are walked through at times, and why that is little."""
OF_SOME = {
    "ix_coupon_use_order": "the uses of coupons, until there are too many to lead a list of orders",
    "ix_discount_code_use_member": "the uses of codes, likewise",
    "ix_hourly_sales_pending": "only what was not summed up yet is in it",
    "ix_hourly_product_sales_pending": "only what was not summed up yet is in it",
    "ix_saved_report_due": "only reports that are mailed every week are in it",
    "ix_restock_target_due": "only products whose notices are being sent are in it",
    "ix_message_fallback": "only failed messages that are sent another way are in it",
    "ix_variant_out_of_stock": "only variants without stock are in it",
    "ix_product_sold_out": "only products that are sold out, and bundles, are in it",
    "ix_order_label_name": "only items with labels are in it, until a page is full",
    "ix_shop_order_subscription": "only orders of subscriptions are in it",
    "ix_product_hidden": "only products that are not on display are in it",
    "ix_product_unsold": "only products that are not sold are in it",
    "ix_product_market_sync": "only products that markets have are in it",
    "ix_product_bundle": "only bundles are in it",
    "ix_customer_special_care": "only customers in special care are in it",
    "ix_customer_blocked": "only blocked customers are in it",
    "ix_customer_in_group_fixed": "only customers kept in a group, until there are too many",
    "ix_customer_device_shop": "only devices with the shop's app, until there are too many",
    "ix_file_transfer_open": "only imports and exports that have not ended are in it",
    "ix_job_open": "only jobs that have not ended are in it",
    "ix_imported_order_not_reported": "only imported orders that no report counts yet are in it",
    "ix_message_undelivered": "only messages that failed or whose outcome is unknown are in it",
    "ix_message_due": "only messages that wait are in it",
    "ix_product_hit_order": "in the order of the list, until as many as have a place are found",
    "ix_mileage_entry_expires": "only points that expire at a time of their own are in it",
}
"""Indexes that are walked through: they hold only the rows that are asked for."""
OF_POSTGRESQL = re.compile(r"\bpg_\w+\(|\bset_config\(")
"""Functions that only PostgreSQL has."""
COUNTED = {"an operator's page counts across malls when it is opened"}
"""Reasons to read across malls whose statements count what is there: few people ask, and rarely."""


def walking(path: str) -> tuple[int, list[str]]:
    """Return how many statements there are, and the steps that walk through a table."""
    store = apsw.Connection(path)
    word_search.install(store)
    found = statements()
    steps = []
    for statement in found:
        if statement.across_malls in COUNTED:
            continue
        compiled = statement.on("sqlite")
        if not compiled.tables or OF_POSTGRESQL.search(compiled.sql):
            continue  # asks the server of PostgreSQL about itself
        values = {name: compiled.fixed.get(name, "1") for name in compiled.names}
        values |= dict.fromkeys(compiled.lists, "[1]")
        for *_, step in store.execute(f"EXPLAIN QUERY PLAN {compiled.sql}", values):
            table = re.match(r"(?:SCAN|SEARCH) (\w+)", str(step))
            index = re.search(r"INDEX (\w+)", str(step))
            if (
                WALK.search(str(step))
                and (table is None or table[1] not in SMALL)
                and (index is None or index[1] not in OF_SOME)
            ):
                steps.append(f"{step}: {compiled.sql}")
    return len(found), steps


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("plans")
    configuration = Configuration(data_dir=folder)
    migrate(configuration)
    return configuration.database_path


def test_no_statement_walks_through_a_mall(store: Path) -> None:
    # in a process of its own, where no test has made statements
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        known, steps = process.submit(walking, str(store)).result()

    assert known > 80
    assert steps == []


def test_the_guard_would_notice(store: Path) -> None:
    sql = "SELECT product_no FROM product WHERE mall_id = 'a' AND market_sync = 'T'"

    connection = apsw.Connection(str(store))
    word_search.install(connection)
    steps = connection.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()

    assert any(WALK.search(str(step[3])) for step in steps)
