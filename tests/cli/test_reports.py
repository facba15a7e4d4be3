"""An operator approves partners, brings old statistics in, and looks behind figures."""

from pathlib import Path
from typing import Any

from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.engine import Batch
from tests.analytics.reports.raw_facts import TABLES, in_order
from tests.cli.command_line import Shell
from tests.transfer.imports.access_logs import line, log

DAYS = ("--mall", "myshop", "--start", "2026-06-01", "--end", "2026-06-02")


def _kept(shop: Shell, name: str, *rows: dict[str, Any]) -> None:
    blank = dict.fromkeys(TABLES[name], 0) | {
        column: ""
        for column in ("bot", "url", "product_name", "domain", "referrer", "engine", "keyword",
                       "ad", "medium", "campaign", "term", "content", "landing", "method")
        if column in TABLES[name]
    }  # fmt: skip
    about = {"mall_id": "myshop", "shop_no": 1, "day": 20260601, "device": "pc"}
    file = DuckFile(shop.data_dir / FILE)
    told = {name: in_order(name, [{**blank, **about, **row} for row in rows])}
    file.keep([Batch(source=f"test {name}", number=1, rows=told)])
    file.close()


def test_an_app_is_approved_and_not_any_more(shop: Shell) -> None:
    app = shop.json("app", "create", "--name", "Reports", "--scope", "mall.analytics")
    name = app["client_id"]
    for words, approved in ((("approve", name), True), (("approve", name, "--withdraw"), False)):
        assert shop.json("app", *words) == {"client_id": name, "restricted": approved}
        assert shop.json("app", "show", name)["restricted"] is approved
    assert shop.text("app", "approve", name) == f"{name} is approved.\n"
    assert shop.fails("app", "approve", "nobody") == "there is no app 'nobody'"


def test_legacy_statistics_come_in_and_go(shop: Shell, tmp_path: Path) -> None:
    file = tmp_path / "stats.csv"
    file.write_text("report,date,url,visit_count\nvisitpaths/urls,2022-05-01,https://a.example,5\n")
    words = ("import", "legacy-stats", str(file), "--mall", "myshop")
    assert shop.text(*words, "--dry-run") == "1 rows: sound.\n"
    assert shop.text(*words) == "1 rows: brought in.\n"
    explained = shop.json(
        "analytics", "explain", "visitpaths/urls", "--mall", "myshop",
        "--start", "2022-05-01", "--end", "2023-04-30",
        "--row", "url=https://a.example",
    )  # fmt: skip
    [visit, legacy] = explained
    assert (visit, legacy["table"], legacy["more"]) == (
        {"table": "visit", "rows": [], "more": False},
        "legacy_stat",
        False,
    )
    assert [(row["day"], row["label1"], row["count1"]) for row in legacy["rows"]] == [
        (20220501, "https://a.example", 5)
    ]
    again = {"rows": 1, "outcome": "there already", "faults": [], "at_fault": 0}
    assert shop.json(*words) == again
    assert shop.text(*words, "--undo") == "1 rows: taken back.\n"
    file.write_text("report,date,visit_count\nvisitpaths/urls,2023-05-01,5\n")
    done = shop.run(*words)
    assert (done.exit_code, done.stdout) == (
        1,
        "1 rows are at fault, nothing was brought in.\n"
        "line 2, date: from 2023 on days are told by what happened on them\n",
    )
    assert "has no shop 9" in shop.fails(*words, "--shop-no", "9", status=2)
    missing = ("import", "legacy-stats", str(tmp_path / "none.csv"), "--mall", "myshop")
    assert "No such file" in shop.fails(*missing, status=2)


def test_an_access_log_comes_in_and_goes(shop: Shell, tmp_path: Path) -> None:
    file = log(
        tmp_path, [line("09:00:00", "/?utm_source=kite"), line("09:00:01", "/a.css"), "hello"]
    )
    words = ("import", "access-log", str(file), "--mall", "myshop")
    asked = (*words, "--host", "shop.example.com")
    done = shop.run(*asked)
    assert (done.exit_code, done.stdout) == (
        1,
        "3 lines: brought in, 2026-04-10 to 2026-04-10.\n"
        "1 pages in 1 visits, and 0 pages that bots saw.\n"
        "1 lines left out: no page but a file\n"
        "line 3: The line is of no known format of access logs.\n",
    )
    explain = (
        "analytics", "explain", "visitpaths/ads", "--mall", "myshop",
        "--start", "2026-04-10", "--end", "2026-04-10", "--row", "ad=kite",
    )  # fmt: skip
    [visit] = shop.json(*explain)
    assert [(row["day"], row["hour"], row["ad"]) for row in visit["rows"]] == [
        (20260410, 9, "kite")
    ]
    assert shop.text(*asked) == "The file is there already.\n"
    assert shop.text(*words, "--undo") == "The file is taken back.\n"
    assert shop.json(*explain)[0]["rows"] == []
    assert "--host says" in shop.run(*words).stderr
    assert "has no shop 9" in shop.fails(*asked, "--shop", "9", status=2)
    assert "no regular expression" in shop.run(*asked, "--leave-out", "(").stderr
    other = ("import", "access-log", str(tmp_path / "none"), "--mall", "myshop", "--undo")
    assert "No such file" in shop.fails(*other, status=2)


def test_a_figure_is_explained_by_its_facts(shop: Shell) -> None:
    _kept(
        shop,
        "visit",
        {"at": 1, "visit": 1, "ad": "kite", "term": "apron"},
        {"at": 2, "visit": 2, "ad": "kite", "term": "bowl"},
        {"at": 3, "visit": 3},
        {"at": 4, "visit": 4, "ad": "kite", "term": "apron", "bot": "crawler"},
    )
    words = ("analytics", "explain", "adeffect/addetails", *DAYS)

    def visits(*more: str) -> list[int]:
        visit, *sales = shop.json(*words, *more)
        assert visit["table"] == "visit"
        assert sales == [
            {"table": name, "rows": [], "more": False} for name in ("sale", "further_payment")
        ]
        return [row["visit"] for row in visit["rows"]]

    assert visits() == [1, 2, 3]
    assert visits("--row", "ad=kite") == [1, 2]
    assert visits("--row", "ad=kite", "--row", "keyword=bowl") == [2]
    assert visits("--row", "ad=no channel") == [3]
    assert visits("--limit", "2") == [1, 2]
    assert visits("--device", "mobile") == []
    text = shop.text("analytics", "explain", "visitors/view", *DAYS, "--limit", "1",
                     "--row", "date=2026-06-01")  # fmt: skip
    assert text.startswith("visit: 1 facts, and more\nmall_id  shop_no  day ")
    assert "goes by ad, keyword, not by 'url'" in shop.fails(*words, "--row", "url=x", status=2)
    assert "there is no report 'x'" in shop.fails("analytics", "explain", "x", *DAYS, status=2)


def test_paid_orders_without_a_visit_are_listed(shop: Shell) -> None:
    assert shop.json("analytics", "reconcile", *DAYS) == {
        "paid": 0,
        "with_visit": 0,
        "without_visit": [],
        "unknown_sales": [],
    }
    _kept(shop, "sale", {"order_id": "20260601-0000001", "visit": 1})
    assert shop.text("analytics", "reconcile", *DAYS) == (
        "0 orders were paid, 0 of them with a visit.\nIn the facts alone: 20260601-0000001\n"
    )
    assert "the end comes" in shop.fails(
        "analytics", "reconcile", "--mall", "myshop", "--start", "2026-06-02", "--end",
        "2026-06-01", status=2,
    )  # fmt: skip
