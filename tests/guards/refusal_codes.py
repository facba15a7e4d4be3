"""The page of all refusals, printed from their declarations.

`python -m tests.guards.refusal_codes` writes it.
"""

from pathlib import Path
from typing import Final

from openmall.contract.refusal import Refusal, declared
from tests.guards.sources import import_all

PAGE: Final = Path(__file__).parents[2] / "docs" / "apps" / "reasons.md"
RENEW: Final = "make generated ONLY=printed"
_HEAD: Final = """# Reasons of refusals

A refused call names its reason in `more_info.reason`: decide by it and by the status, never by the
message. A code keeps its meaning; a later version may add codes and correct a message. The values
in braces are in `more_info.values` by these names, and `more_info.parameter` names the wrong
parameter. This page is printed from the source.

| `reason` | message | remedy |
|---|---|---|
"""


def page() -> str:
    """Return the page: every code with its message and its remedy, in alphabetical order."""
    import_all()
    return _HEAD + "".join(
        f"| `{code}` | {_cells(each)} | {_cell(each.remedy)} |\n"
        for code, each in sorted(declared().items())
    )


def _cells(refusal: Refusal) -> str:
    return _cell(" / ".join(filter(None, (refusal.message, refusal.ranged))))


def _cell(text: str) -> str:
    return text.replace("|", "\\\\|").replace("<", "&lt;").replace("\\n", " ")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
