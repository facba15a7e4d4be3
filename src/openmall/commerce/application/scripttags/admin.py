"""Script tags in the admin API."""

from typing import Final

from openmall.commerce.application.scripttags import rules as script_tag_rules
from openmall.commerce.application.scripttags.shape import ScriptTag
from openmall.commerce.application.scripttags.takes import (
    ScriptTagChange,
    ScriptTagCountQuery,
    ScriptTagDeletePath,
    ScriptTagDraft,
    ScriptTagPath,
    ScriptTagQuery,
)
from openmall.contract.resource import Resource

_TAGS: Final = Resource(
    ScriptTag, area="application", key="scripttag", listed="scripttags", limit=10
)

OPERATIONS: Final = [
    _TAGS.listing("scripttags", script_tag_rules.list_tags, takes=ScriptTagQuery),
    _TAGS.count("scripttags/count", script_tag_rules.count, takes=ScriptTagCountQuery),
    _TAGS.get("scripttags/{script_no}", script_tag_rules.retrieve, takes=ScriptTagPath),
    _TAGS.post("scripttags", script_tag_rules.create, takes=ScriptTagDraft),
    _TAGS.put("scripttags/{script_no}", script_tag_rules.change, takes=ScriptTagChange),
    _TAGS.delete(
        "scripttags/{script_no}",
        script_tag_rules.delete,
        takes=ScriptTagDeletePath,
        shows=("script_no",),
    ),
]
