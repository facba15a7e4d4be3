"""Alerts, dashboard and documentation name the metrics that a server really has."""

import json
import re
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from openmall.database.session import ConnectionUse
from openmall.http.periodic_task import TaskState
from openmall.running.observability import exposition
from openmall.running.observability.installation import Installation
from openmall.running.observability.meter import BOUNDS, OperationCalls, WorkerMetrics
from openmall.running.observability.store import Queue
from tests.shipping.built_packages import ROOT

RULES = yaml.safe_load((ROOT / "deploy/prometheus-rules.yaml").read_text(encoding="utf-8"))
DASHBOARD = json.loads((ROOT / "deploy/grafana-dashboard.json").read_text(encoding="utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
ALERTS = [rule for group in RULES["groups"] for rule in group["rules"]]
_NAME = re.compile(r"\bopenmall_\w+")
_LABEL = re.compile(r"\{\{ ?\$?(?:labels\.)?(\w+) ?\}\}")
OF_PROMETHEUS = {"instance", "job", "value"}


def samples() -> dict[str, set[str]]:
    """Return every sample a server can have, and its labels."""
    full = OperationCalls({200: 1, 429: 1}, [1] * (len(BOUNDS) + 1), 1.0)
    worker = WorkerMetrics(
        worker=1,
        started_at=1.0,
        cpu_seconds=1.0,
        memory_bytes=1,
        calls={"admin": {"GET products": full}},
        counts={name: {"any": 1.0} for name in exposition._COUNTS},
        connections=ConnectionUse(busy=1, idle=1, most=10),
        tasks={"orders": TaskState(started_at=1.0)},
    )
    installation = Installation(
        now=1.0,
        free_bytes=1,
        total_bytes=1,
        free_files=1,
        queues={"webhooks": Queue(1, 1.0)},
        undelivered={("unknown", "email"): 1},
        certificate_ends_at=1.0,
        restarts={"worker": 1},
    )
    text = exposition.exposed([worker], installation).decode()
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


SAMPLES = samples()


def expressions() -> list[tuple[str, str]]:
    """Return all queries: of which alert or panel, and its text."""
    alerts = [(rule["alert"], rule["expr"]) for rule in ALERTS]
    return alerts + [
        (panel["title"], target["expr"]) for panel in PANELS for target in panel["targets"]
    ]


@pytest.mark.parametrize(("of", "query"), expressions())
def test_a_query_names_what_a_server_has(of: str, query: str) -> None:
    named = set(_NAME.findall(query))

    assert named <= SAMPLES.keys(), of
    assert named or query.startswith("up{"), "it asks nothing of openmall"
    asked = set(re.findall(r"(\w+)(?:=|!=|=~|!~)\"", query))
    grouped = {word for each in re.findall(r"by \(([^)]*)\)", query) for word in each.split(", ")}
    known = set().union(*(SAMPLES[name] for name in named)) | OF_PROMETHEUS
    assert asked | grouped <= known
    for opening, closing in ("()", "[]", "{}"):
        assert query.count(opening) == query.count(closing)


@pytest.mark.parametrize("rule", ALERTS, ids=[rule["alert"] for rule in ALERTS])
def test_an_alert_says_what_is_wrong_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("critical", "warning", "info")
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    texts = rule["annotations"]
    assert set(texts) == {"summary", "description"}
    labels = set(_LABEL.findall(texts["summary"] + texts["description"]))
    named = set().union(*(SAMPLES[name] for name in _NAME.findall(rule["expr"])))
    assert labels <= named | OF_PROMETHEUS


def test_alerts_and_panels_are_told_apart() -> None:
    names = [rule["alert"] for rule in ALERTS]
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    places = [tuple(panel["gridPos"].values()) for panel in DASHBOARD["panels"]]

    assert len(set(names)) == len(names) > 15
    assert len(set(numbers)) == len(numbers)
    cells = [
        (x + column, y + line)
        for x, y, width, height in places
        for column in range(width)
        for line in range(height)
    ]
    assert len(set(cells)) == len(cells), "panels overlap"
    assert max(x for x, _ in cells) < 24


def test_each_metric_is_documented_and_no_other() -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `openmall_")]
    documented: set[str] = set()
    for row in rows:
        whole, *ends = re.findall(r"`([a-z_]+)`", row)
        documented.add(whole)
        # further ones of a row are named by their ends
        documented |= {whole[: whole.index("_", len("openmall_"))] + end for end in ends}

    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in SAMPLES}
    assert documented == {name for name in families if not name.endswith("_created")}


def test_each_alert_is_documented() -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(Openmall\w+)`", page))

    assert named == {rule["alert"] for rule in ALERTS}
