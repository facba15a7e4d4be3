"""What commands print of a backup."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openmall.cli.output import Fact
    from openmall.transfer.backup.shape import Manifest


def manifest_facts(manifest: "Manifest") -> "dict[str, Fact]":
    """Return the facts of a backup's manifest, for people and programs."""
    about = manifest.about
    rows = [part for part in manifest.parts if part.name.startswith("rows/")]
    return {
        "taken_at": datetime.fromtimestamp(about.taken_at, UTC).isoformat().replace("+00:00", "Z"),
        "schema": about.schema,
        "malls": [each.mall_id for each in manifest.malls],
        "rows": sum(part.rows for part in rows),
        "facts": sum(p.rows for p in manifest.parts if p.name.startswith("facts/")),
        "pictures": sum(p.members for p in manifest.parts if p.name.startswith("pictures/")),
        "key": about.key,
    }
