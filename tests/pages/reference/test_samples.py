"""Samples are of every operation, say what can be sent, and are what is really answered."""

import jsonschema_rs
import pytest

from openmall.contract import api_versions
from openmall.pages.reference import requests, samples
from openmall.pages.reference.catalog import APIS, Entry, catalog_of
from openmall.pages.reference.openapi import document as openapi
from tests.every_operation.operation_calls import PREFIXES
from tests.every_operation.registry_rows import every_row, named

pytestmark = pytest.mark.one_store
REWRITTEN = {
    (version, "GET subscription/shipments"): "its change rewrites what is inside the items"
    for version in ("2024-03-01", "2026-02-01")
}
"""What a change does inside a field no document of the version before says, and why it is left."""
VERSIONS = api_versions.RELEASES[1:]
"""Versions that are still served: others are answered as these."""
ENTRIES = [
    entry for api in APIS for version in VERSIONS for entry in catalog_of(api, version).entries
]


def test_there_is_a_sample_of_every_operation_in_each_version_it_changed_in() -> None:
    for api in APIS:
        wanted = {
            samples.key(row.name, version)
            for definition, row in every_row()
            if definition.name == api
            for version in samples.versions(named((definition, row)))
        }
        assert set(samples.samples_of(api)) == wanted, samples.RENEW


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("version", VERSIONS)
def test_samples_are_answers_as_they_are_documented(api: str, version: str) -> None:
    document = openapi.document(api, version)
    wrong = {}
    for entry in catalog_of(api, version).entries:
        sample = samples.sample_of(entry)
        assert sample is not None, entry.operation.name
        operation = document["paths"][f"/{entry.operation.path}"][entry.operation.method.lower()]
        found = operation["responses"][str(sample.status)]["content"]["application/json"]
        schema = {**found["schema"], "components": document["components"]}
        errors = list(jsonschema_rs.validator_for(schema).iter_errors(sample.answer))
        if errors and (version, entry.operation.name) not in REWRITTEN:
            wrong[entry.operation.name] = errors[0].message
    assert wrong == {}, samples.RENEW


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("version", VERSIONS)
def test_samples_send_what_an_operation_takes(api: str, version: str) -> None:
    for entry in catalog_of(api, version).entries:
        sample = samples.sample_of(entry)
        assert sample is not None
        assert set(sample.path) == set(entry.operation.placeholders)
        assert set(sample.query) <= entry.operation.knows
        sent = sample.body or {}
        assert set(sent) <= {"shop_no", "request", "requests"}
        inner = sent.get("requests", [sent.get("request", {})])
        assert {name for each in inner for name in each} <= set(entry.operation.fields), (
            entry.operation.name
        )


def test_samples_hold_no_secrets_and_no_mall_of_a_test() -> None:
    for api in APIS:
        text = str(samples.samples_of(api))
        assert "localhost" not in text.replace("myshop.openmall.localhost", "")
        assert "myshop-" not in text


def test_a_request_is_written_in_three_languages() -> None:
    entry = catalog_of("admin", "2026-03-01").by_slug["put-products-product_no-memos-memo_no"]
    sample = samples.Sample(
        path={"product_no": 7, "memo_no": 2},
        body={"request": {"memo": "It's blue", "fixed": None}},
        status=200,
        answer={},
    )

    written = requests.render_all(
        requests.sample_request(entry, sample, "https://developers.openmall.localhost:8443")
    )

    url = "https://myshop.openmall.localhost:8443/api/v2/admin/products/7/memos/2"
    assert written["curl"] == (
        f"curl -X PUT '{url}' \\\n"
        "  -H 'X-Platform-Api-Version: 2026-03-01' \\\n"
        "  -H 'Authorization: Bearer ACCESS_TOKEN' \\\n"
        "  -H 'Content-Type: application/json' \\\n"
        "  -d '{\n"
        '  "request": {\n'
        '    "memo": "It\'\\\'\'s blue",\n'
        '    "fixed": null\n'
        "  }\n"
        "}'"
    )
    assert f"'{url}'" in written["python"]
    compile(written["python"], "sample", "exec")
    assert '"memo": "It\'s blue",' in written["javascript"]
    assert '"fixed": null' in written["javascript"]
    assert "None" in written["python"]


@pytest.mark.parametrize("entry", ENTRIES[::40], ids=lambda entry: entry.slug)
def test_every_request_in_python_is_python(entry: Entry) -> None:
    sample = samples.sample_of(entry)
    assert sample is not None
    written = requests.render_all(
        requests.sample_request(entry, sample, "https://openmall.localhost")
    )

    compile(written["python"], "sample", "exec")
    assert f"https://openmall.localhost{PREFIXES[entry.api.name]}/" in written["curl"]
    assert entry.operation.method in written["curl"]
