"""Keeps the public names of the documents: run as a module, it adds new ones.

A name that is gone breaks generated clients. Remove its line by hand when that is meant.
"""

import json
from pathlib import Path
from typing import Final

from openmall.pages.reference.catalog import APIS
from openmall.pages.reference.openapi import document as openapi

FILE: Final = Path(__file__).parent / "public_names.json"
RENEW: Final = "python -m tests.pages.openapi.public_names"

Names = dict[str, dict[str, list[str]]]
"""API -> `operations` (`<id> <method> <path>`) and `schemas`."""


def current() -> Names:
    """Return the names of the newest version."""
    found: Names = {}
    for api in APIS:
        whole = openapi.document(api)
        found[api] = {
            "operations": sorted(
                f"{operation['operationId']} {method.upper()} {path}"
                for path, methods in whole["paths"].items()
                for method, operation in methods.items()
            ),
            "schemas": sorted(whole["components"]["schemas"]),
        }
    return found


def kept() -> Names:
    """Return the names as they are kept."""
    names: Names = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return names


def main() -> None:
    """Add the names that are new."""
    before = kept()
    names = {
        api: {
            kind: sorted({*each, *before.get(api, {}).get(kind, ())})
            for kind, each in kinds.items()
        }
        for api, kinds in current().items()
    }
    FILE.write_text(json.dumps(names, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
