"""Validate what deploy/ holds for other programs: `make release-check ONLY=manifests`.

- Kubernetes manifests against the schemas that each API version publishes, unknown fields refused;
- compose files against the Compose specification, with example values for their variables;
- the alerts by `promtool check rules`, and which of them fire, by `promtool test rules`;
- the systemd unit by `systemd-analyze verify`, and its exposure by `systemd-analyze security`.

Exits with 1 and one line for each fault.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

DEPLOY: Final = Path(__file__).parents[1] / "deploy"
KUBERNETES: Final = ("1.33", "1.37")
"""The oldest and the newest version that the manifests are validated against."""
EXPOSURE: Final = 1.6
"""What `systemd-analyze security` says of the unit, 0 to 10; more is a fault."""
_VARIABLE: Final = re.compile(r"\$\{(\w+)(?::?[-?]([^}]*))?\}")


def main() -> int:
    """Print every fault; return the exit status."""
    faults = [*_kubernetes(), *_compose(), *_alerts(), *_systemd()]
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return int(bool(faults))


def _kubernetes() -> Iterator[str]:
    for path in sorted(DEPLOY.glob("kubernetes*.yaml")):
        yield from _manifests(path)


def _manifests(path: Path) -> Iterator[str]:
    import kubernetes_validate

    manifests = [each for each in yaml.safe_load_all(path.read_text(encoding="utf-8")) if each]
    for version in KUBERNETES:
        for manifest in manifests:
            name = f"{path.name}: {manifest['kind']} {manifest['metadata']['name']}"
            try:
                kubernetes_validate.validate(manifest, version, strict=True)
            except (
                kubernetes_validate.ValidationError,
                kubernetes_validate.SchemaNotFoundError,
                kubernetes_validate.InvalidSchemaError,
            ) as error:
                yield f"{name}, Kubernetes {version}: {getattr(error, 'message', error)}"
        print(f"{path.name}: {len(manifests)} objects of Kubernetes {version}")


def interpolated(text: str) -> str:
    """Return a compose file with a value for each variable: its default, or an example."""

    def value(found: re.Match[str]) -> str:
        default = found[2] or ""
        is_default = ":-" in found[0]
        return default if is_default else "example"

    return _VARIABLE.sub(value, text)


def _compose() -> Iterator[str]:
    import compose_spec

    for path in sorted(DEPLOY.glob("compose*.yaml")):
        # from JSON, in which merge keys and anchors are resolved
        loaded: Any = yaml.safe_load(interpolated(path.read_text(encoding="utf-8")))
        try:
            compose_spec.PyCompose.from_json(json.dumps(loaded)).validate()
        except ValueError as error:
            yield f"{path.name}: {error}"
        else:
            print(f"{path.name}: services {', '.join(loaded['services'])}")


def _alerts() -> Iterator[str]:
    promtool = shutil.which("promtool")
    if promtool is None:
        yield "prometheus-rules.yaml: not looked at, promtool is not installed"
        return
    tests = Path(__file__).parent / "alerts_test.yaml"
    for words in (
        ("check", "rules", str(DEPLOY / "prometheus-rules.yaml")),
        ("test", "rules", str(tests)),
    ):
        done = _run(promtool, *words)
        if done.returncode:
            said = f"{done.stdout}{done.stderr}".strip()
            yield f"prometheus-rules.yaml: promtool {' '.join(words[:2])}: {said}"
        else:
            print(f"prometheus-rules.yaml: promtool {' '.join(words[:2])} passed")


def _systemd() -> Iterator[str]:
    if shutil.which("systemd-analyze") is None:
        print("openmall.service: not looked at, systemd is not installed")
        return
    text = (DEPLOY / "openmall.service").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openmall.service"
        # the program does not have to be installed here
        path.write_text(text.replace("/usr/local/bin/openmall", "/bin/true"), encoding="utf-8")
        verified = _run("systemd-analyze", "verify", "--man=no", str(path))
        if verified.returncode or "openmall" in verified.stderr:
            yield f"openmall.service: {verified.stderr.strip()}"
        score = _run("systemd-analyze", "security", "--no-pager", "--offline=true", str(path))
    found = re.search(r"exposure level for \S+: ([0-9.]+)", score.stdout)
    if found is None:
        yield f"openmall.service: {score.stderr.strip() or 'no exposure level'}"
    elif float(found[1]) > EXPOSURE:
        yield f"openmall.service: exposure {found[1]} is more than {EXPOSURE}"
    else:
        print(f"openmall.service: exposure {found[1]}")


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


if __name__ == "__main__":
    sys.exit(main())
