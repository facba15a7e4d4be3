"""Samples are of every operation, and say what can be sent.

That they fit their documents: `tests/pages/openapi/test_examples.py`.
"""

import inspect
import re
from typing import Any

import pytest

import openmall_client
from openmall.contract import api_versions
from openmall.pages.reference import client_samples, requests, samples
from openmall.pages.reference.catalog import APIS, catalog_of
from tests.every_operation.operation_calls import PREFIXES
from tests.every_operation.registry_rows import every_row, named

pytestmark = pytest.mark.one_store
VERSIONS = api_versions.RELEASES[1:]
"""Versions that are still served: others are answered as these."""


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
        ours = re.sub(r"admin\.openmall\.localhost/myshop|myshop\.openmall\.localhost", "", text)
        assert "localhost" not in ours
        assert "myshop-" not in text


def test_a_request_is_written_in_three_languages() -> None:
    entry = catalog_of("admin", "2026-03-01").by_slug["put-products-product_no-memos-memo_no"]
    sample = samples.Sample(
        path={"product_no": 7, "memo_no": 2},
        body={"request": {"memo": "It's blue", "fixed": None}},
        status=200,
        answer={},
    )
    origin = "https://developers.openmall.localhost:8443"

    curl = requests.curl(requests.sample_request(entry, sample, origin))

    mall = "https://myshop.openmall.localhost:8443"
    assert curl == (
        f"curl -X PUT '{mall}/api/v2/admin/products/7/memos/2' \\\n"
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
    assert client_samples.python(entry, sample, origin) == (
        "import openmall_client\n"
        "\n"
        f'with openmall_client.Admin("{mall}", "ACCESS_TOKEN") as mall:\n'
        "    response = mall.update_product_memo(7, 2, "
        """request={"memo": "It's blue", "fixed": None})\n"""
        "print(response)"
    )
    assert client_samples.typescript(entry, sample, origin) == (
        'import { admin } from "openmall-client";\n'
        "\n"
        f'const mall = admin("{mall}", "ACCESS_TOKEN");\n'
        'const { data } = await mall.PUT("/products/{product_no}/memos/{memo_no}", {\n'
        "  params: { path: { product_no: 7, memo_no: 2 } },\n"
        """  body: { request: { memo: "It's blue", fixed: null } },\n"""
        "});\n"
        "console.log(data);"
    )


def test_an_earlier_version_and_a_session_are_named() -> None:
    entry = next(
        each
        for each in catalog_of("storefront", "2024-03-01").entries
        if (sample := samples.sample_of(each)) is not None and sample.session
    )
    sample = samples.sample_of(entry)
    assert sample is not None

    python = client_samples.python(entry, sample, "https://openmall.localhost")
    typescript = client_samples.typescript(entry, sample, "https://openmall.localhost")

    assert 'session="SESSION"' in python
    assert 'version="2024-03-01"' in python
    assert 'version: "2024-03-01"' in typescript
    assert '"X-Openmall-Session": "SESSION"' in typescript


class Recorder:
    """Stands for the transport of a client: keeps the call and sends nothing."""

    def __init__(self) -> None:
        self.calls: list[openmall_client.Call] = []

    def call(self, call: openmall_client.Call) -> dict[str, Any]:
        self.calls.append(call)
        return {}

    def close(self) -> None:
        pass


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_sample_in_python_calls_its_operation(
    api: str, version: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = getattr(openmall_client, api.capitalize())
    signature = inspect.signature(client.__init__)
    recorder = Recorder()

    def begin_recording(self: Any, *given: Any, **named: Any) -> None:
        signature.bind(self, *given, **named)
        self.transport = recorder

    monkeypatch.setattr(client, "__init__", begin_recording)
    for entry in catalog_of(api, version).entries:
        sample = samples.sample_of(entry)
        assert sample is not None
        text = client_samples.python(entry, sample, "https://openmall.localhost")

        exec(compile(text, entry.slug, "exec"), {})

        [call] = recorder.calls
        recorder.calls.clear()
        assert call.operation == f"{entry.operation.method} /{entry.operation.path}"
        sent = {name: value for name, value in (call.body or {}).items() if value is not None}
        assert sent == (sample.body or {}), text
        asked = {
            name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
            for name, value in call.query.items()
            if value is not None
        }
        address = "https://openmall.localhost"
        assert asked == requests.sample_request(entry, sample, address).query, text
        assert PREFIXES[api] + call.path == requests.path(entry, sample.path)
