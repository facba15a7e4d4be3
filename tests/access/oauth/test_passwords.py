"""What it costs to guess a password."""

import subprocess
import sys

_KEEP = "from openmall.access import passwords; print(passwords.hash_password('secret'))"


def test_a_password_costs_nineteen_mebibytes_and_two_passes() -> None:
    # in a process of its own: in this one passwords cost nothing, see `tests/conftest.py`
    kept = subprocess.check_output([sys.executable, "-c", _KEEP], text=True)
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
