"""What a shop settles about itself, for the sweeps."""

from typing import Any

SENT: dict[str, Any] = {
    "use_escrow": "T",
    "name_input_style": "SEPARATE",
}
