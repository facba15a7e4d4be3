"""The events as AsyncAPI 3.

`asyncapi-3.0.0.json` is the schema that AsyncAPI publishes (Apache-2.0), without its examples.
"""

import json
from pathlib import Path

import jsonschema_rs

from openmall.events.webhooks.catalogue import KINDS
from openmall.pages.reference.openapi import asyncapi
from openmall.pages.reference.openapi import document as openapi

SCHEMA = Path(__file__).parent / "asyncapi-3.0.0.json"


def test_the_document_is_valid() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    errors = list(jsonschema_rs.validator_for(schema).iter_errors(asyncapi.asyncapi_document()))

    assert [error.message for error in errors] == []


def test_every_event_is_a_message_with_the_schema_of_its_webhook() -> None:
    found = asyncapi.asyncapi_document()
    messages = found["components"]["messages"]

    assert set(messages) == {kind.name for kind in KINDS.values()}
    webhooks = openapi.document("admin")["components"]["schemas"]
    for name, message in messages.items():
        schema = message["payload"]["$ref"].rpartition("/")[2]
        assert found["components"]["schemas"][schema] == webhooks[schema], name
        jsonschema_rs.validator_for(webhooks[schema]).validate(message["examples"][0]["payload"])
