"""A provider of OpenID Connect that nobody here wrote, as a process of its own.

    python -m tests.journeys.foreign_provider CERTIFICATE KEY

It prints its port. Any client may use it; its users are `hana` and `minsu`.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USERS = ("hana", "minsu")


@contextmanager
def running(certificate: Path, key: Path) -> Iterator[str]:
    """Run the provider; yield its issuer."""
    command = [sys.executable, "-m", __name__, str(certificate), str(key)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield f"https://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def _serve(certificate: str, key: str) -> None:
    from oidc_provider_mock import User, app
    from werkzeug.serving import make_server

    users = [
        User(
            sub=name,
            claims={
                "email": f"{name}@example.com",
                "email_verified": True,
                "name": name.capitalize(),
            },
        )
        for name in USERS
    ]
    provider = app(require_nonce=True, user_claims=users)
    server = make_server("127.0.0.1", 0, provider, threaded=True, ssl_context=(certificate, key))
    print(server.port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    _serve(*sys.argv[1:])
