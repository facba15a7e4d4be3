"""OpenAPI documents are handed out as the command prints them."""

import json
from pathlib import Path

import pytest
import schemathesis

from openmall.contract import api_versions
from openmall.pages.reference import openapi
from openmall.pages.reference.catalog import APIS
from tests.cli.command_line import Shell
from tests.pages.reference.conftest import HOME, HOST
from tests.world import World

pytestmark = pytest.mark.one_store


@pytest.mark.parametrize("version", api_versions.RELEASES)
@pytest.mark.parametrize("api", APIS)
def test_a_download_is_what_the_command_prints(
    world: World, tmp_path: Path, api: str, version: str
) -> None:
    answer = world.stage.client.get(f"{HOST}{HOME}/{api}/{version}/openapi.json")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    name = f"openmall-{api}-{version}.json"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    shell = Shell(tmp_path)
    assert answer.text == shell.text("openapi", "--api", api, "--version", version)
    schemathesis.openapi.from_dict(json.loads(answer.text)).validate()


def test_what_was_added_to_a_sub_resource_takes_nothing_from_the_resource() -> None:
    path = openapi.document("admin", "2024-03-01")["paths"]["/products"]["get"]
    schema = path["responses"]["200"]["content"]["application/json"]["schema"]
    answered = schema["properties"]["products"]["items"]["properties"]

    assert "supply_price" in answered
