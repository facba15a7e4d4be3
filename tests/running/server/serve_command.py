"""The command the tests start: `serve_command.py <options as JSON>`."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import coverage

if __name__ == "__main__":
    coverage.process_startup()  # does nothing unless the tests measure coverage


def main() -> int:
    from openmall.running.server import certificates
    from openmall.running.server.listener import ServeOptions, serve

    options = json.loads(sys.argv[1])
    data_dir = Path(options.pop("data_dir"))
    files = certificates.ensure(data_dir, now=datetime.now(UTC))
    return serve(
        ServeOptions(
            target="tiny_application:create",
            certificate=files.certificate,
            key=files.key,
            data_dir=data_dir,
            on_restart=lambda kind: print(f"started again: {kind}", file=sys.stderr, flush=True),
            **options,
        )
    )


if __name__ == "__main__":
    sys.exit(main())
