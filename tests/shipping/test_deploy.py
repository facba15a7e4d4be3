"""What lies in deploy/ names commands, settings, ports and times that the program really has."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from checks.deployment import interpolated
from openmall import __version__
from openmall.analytics.engine.clickhouse import SCHEMES
from openmall.cli.main import COMMANDS
from openmall.cli.operating import settings_command
from openmall.configuration import PREFIX, Configuration, from_environment
from openmall.contract.errors import TooLarge
from openmall.http.refusals import BODY_TOO_LARGE
from openmall.running.server.options import ServeOptions
from tests.shipping.built_packages import ROOT
from tests.shipping.test_pages import command_of

DEPLOY = ROOT / "deploy"
SETTINGS = {settings_command.variable(name) for name in Configuration.__struct_fields__}
DATA = "/var/lib/openmall"


def served() -> ServeOptions:
    """Return what `openmall serve` serves with by default."""
    return ServeOptions(target="", certificate=Path(), key=Path())


def unit() -> configparser.RawConfigParser:
    """Return the systemd unit; what is said twice counts the last time."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # names have capitals
    parser.read(DEPLOY / "openmall.service")
    return parser


def steps() -> list[tuple[str, str]]:
    """Return the steps of the container file: word, and the rest of its line."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(None, 1)[0], " ".join(line.split()[1:])) for line in lines]


def only(word: str) -> str:
    """Return the rest of the only step of a kind."""
    [rest] = [rest for each, rest in steps() if each == word]
    return rest


def environment() -> dict[str, str]:
    """Return what the container file sets."""
    return dict(each.split("=", 1) for each in shlex.split(only("ENV")))


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    """Return a compose file."""
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    return loaded


def manifests(kind: str) -> list[dict[str, Any]]:
    """Return the Kubernetes manifests of a kind."""
    files = sorted(DEPLOY.glob("kubernetes*.yaml"))
    texts = [path.read_text(encoding="utf-8") for path in files]
    return [each for text in texts for each in yaml.safe_load_all(text) if each["kind"] == kind]


def pods() -> dict[str, dict[str, Any]]:
    """Return what the manifests say of pods: name of the Deployment or Job -> specification."""
    return {
        each["metadata"]["name"]: each["spec"]["template"]["spec"]
        for each in (*manifests("Deployment"), *manifests("Job"))
    }


def containers() -> list[dict[str, Any]]:
    """Return the containers of all pods, and those that run before them."""
    return [
        each for pod in pods().values() for each in (*pod["initContainers"], *pod["containers"])
    ]


def exists(words: list[str]) -> bool:
    """Return whether a command line names a command and options that there are."""
    known = {name for each in command_of(" ".join(words)).params for name in each.opts}
    return {word for word in words if word.startswith("--")} <= known


def test_nginx_refuses_a_large_body_as_openmall_does() -> None:
    """Read here, for the server itself is not everywhere (`test_nginx.py`)."""
    [body] = re.findall(r"return 413 '(.*)';", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    refused = TooLarge(BODY_TOO_LARGE, most=Configuration().body_limit)

    assert json.loads(body) == refused.body()


def test_the_unit_starts_a_command_that_says_when_it_is_ready() -> None:
    service = unit()["Service"]
    program, command = service["ExecStart"].split()
    assert Path(program).name == "openmall"
    assert command in COMMANDS
    assert service["Type"] == "notify"
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"


def test_the_unit_waits_longer_than_the_server_takes() -> None:
    service, options = unit()["Service"], served()
    assert int(service["TimeoutStartSec"]) > options.start_seconds
    assert int(service["TimeoutStopSec"]) > 2 * options.stop_seconds
    assert int(service["LimitNOFILE"]) >= 2 * options.concurrency + 1024


def test_the_unit_gives_the_server_a_folder_of_its_own() -> None:
    service = unit()["Service"]
    assert service["Environment"] == f"{PREFIX}DATA_DIR={DATA}"
    assert service["StateDirectory"] == Path(DATA).name
    assert service["WorkingDirectory"] == DATA
    assert service["ProtectSystem"] == "strict"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "openmall.service").read_text(encoding="utf-8")
    path = tmp_path / "openmall.service"
    path.write_text(text.replace("/usr/local/bin/openmall", "/bin/true"), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    about_it = [line for line in done.stderr.splitlines() if "openmall" in line]
    assert (done.returncode, about_it) == (0, [])


def test_the_container_runs_the_python_that_is_locked_and_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = project["requires-python"].removeprefix(">=")
    # Debian 12 has Python 3.11
    [(word, base), *_] = steps()
    assert (word, base) == ("ARG", "BASE=docker.io/library/debian:bookworm-slim")
    assert {rest.split()[0] for word, rest in steps() if word == "FROM"} == {"${BASE}"}
    assert all(
        f"/usr/lib/python{lowest}" in rest for _, rest in steps() if "/usr/lib/python" in rest
    )
    assert f"Programming Language :: Python :: {lowest}" in project["classifiers"]
    locking = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert set(re.findall(r"--python-version (\S+)", locking)) == {lowest}


def test_the_container_starts_what_there_is_where_there_is_room() -> None:
    defaults = Configuration()
    assert only("ENTRYPOINT") == '["tini", "--", "openmall"]'
    assert only("CMD").strip('[]"') in COMMANDS
    assert only("EXPOSE").split() == [str(defaults.port), str(defaults.http_port)]
    assert min(defaults.port, defaults.http_port) > 1024
    assert (only("VOLUME"), environment()["OPENMALL_DATA_DIR"]) == (DATA, DATA)
    assert only("STOPSIGNAL") == "SIGTERM"
    assert only("USER").split(":")[0] != "0"
    assert {name for name in environment() if name.startswith(PREFIX)} <= SETTINGS
    asks = re.search(r'CMD \["openmall", "(\w+)"\]', only("HEALTHCHECK"))
    assert asks is not None
    assert asks[1] in COMMANDS


def test_what_the_container_copies_is_sent_to_who_builds_it() -> None:
    sources = [
        each for word, rest in steps() if word == "COPY" and "--from" not in rest
        for each in rest.split()[:-1]
    ]  # fmt: skip
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sent == ["*", *(f"!{each}" for each in sources)]
    assert "requirements.lock" in sources
    assert any("--require-hashes" in rest for word, rest in steps() if word == "RUN")


def test_the_services_of_compose_are_set_by_settings() -> None:
    services = compose()["services"]
    openmall = services["openmall"]
    assert set(openmall["environment"]) <= SETTINGS
    [port] = openmall["ports"]
    assert port.endswith(f":{Configuration().port}")
    assert openmall["volumes"] == [f"data:{DATA}"]
    assert int(openmall["stop_grace_period"].removesuffix("s")) > 2 * served().stop_seconds
    url = openmall["environment"]["OPENMALL_DATABASE"]
    named = services["postgres"]["environment"]
    assert url.startswith(f"postgresql://{named['POSTGRES_USER']}:${{POSTGRES_PASSWORD")
    assert url.endswith(f"@postgres:5432/{named['POSTGRES_DB']}")
    assert set(compose()["volumes"]) == {"data", "postgres"}
    assert (ROOT / "deploy" / openmall["build"]["context"]).resolve() == ROOT


def test_a_machine_of_several_is_set_by_settings_and_keeps_nothing() -> None:
    services = compose("compose.machines.yaml")["services"]
    for service in services.values():
        assert set(service["environment"]) <= SETTINGS
        assert service["environment"]["OPENMALL_MACHINES"] == "several"
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert int(service["stop_grace_period"].removesuffix("s")) > 2 * served().stop_seconds
        assert exists(service["command"])
    # secrets have no defaults
    secret = {"OPENMALL_DATABASE", "OPENMALL_FILES_SECRET_KEY", "OPENMALL_SECRET_KEYS"}
    said = services["openmall"]["environment"]
    assert all(said[name].startswith(f"${{{name}:?") for name in secret)


def test_the_clickhouse_of_compose_is_the_one_that_openmall_asks() -> None:
    services = compose("compose.clickhouse.yaml")["services"]
    said = services["clickhouse"]["environment"]
    text = services["openmall"]["environment"]["OPENMALL_ANALYTICS_ENGINE"]
    url = urlsplit(interpolated(text))
    assert url.scheme in SCHEMES
    assert (url.hostname, url.port) == ("clickhouse", SCHEMES[url.scheme][1])
    assert (url.username, url.path) == (said["CLICKHOUSE_USER"], f"/{said['CLICKHOUSE_DB']}")
    assert said["CLICKHOUSE_PASSWORD"] == re.findall(r":(\$\{[^}]+\})@", text)[0]


def test_variables_of_compose_files_get_their_default_or_an_example() -> None:
    assert interpolated("${A:-x} ${B:?say which} ${C:-} ${D}") == "x example  example"


def test_pods_are_set_by_settings_that_there_are() -> None:
    [settings], [secrets] = manifests("ConfigMap"), manifests("Secret")
    named = {*settings["data"], *secrets["stringData"]}
    assert named <= SETTINGS
    assert not {name for name in settings["data"] if re.search("SECRET|DATABASE|TOKEN|STORE", name)}
    # what several machines have in common
    shared = {"DATABASE", "LIMITS_STORE", "FILES", "ANALYTICS_ENGINE", "SECRET_KEYS", "MACHINES"}
    assert {f"{PREFIX}{name}" for name in shared} <= named
    sources = [{"configMapRef": {"name": "openmall"}}, {"secretRef": {"name": "openmall"}}]
    for container in containers():
        assert container["envFrom"] == sources
        assert exists(container["args"])


def test_a_release_migrates_in_phases_while_the_one_before_serves() -> None:
    """What each phase refuses is shown in `tests/database/test_phases.py`."""
    run = {
        name: [each["args"] for each in (*pod["initContainers"], *pod["containers"])]
        for name, pod in pods().items()
    }
    assert run == {
        "openmall": [["db", "migrate", "--expand"], ["serve", "--jobs", "elsewhere"]],
        "openmall-jobs": [["db", "migrate", "--expand"], ["jobs", "work"]],
        "openmall-contract": [["db", "backfill"], ["db", "migrate", "--contract"]],
    }
    assert {each["image"] for each in containers()} == {f"openmall:{__version__}"}


def test_no_network_of_all_pods_is_trusted_by_default() -> None:
    [settings] = manifests("ConfigMap")
    assert settings["data"][f"{PREFIX}TRUSTED_PROXIES"] == "NETWORK"
    with pytest.raises(ValueError, match="trusted_proxies"):
        from_environment({f"{PREFIX}TRUSTED_PROXIES": "NETWORK"})
    told = {
        (file.name, said)
        for file in DEPLOY.iterdir()
        for said in re.findall(r"TRUSTED_PROXIES[ \t]*[=:][ \t]*(\S*)", file.read_text("utf-8"))
    }
    assert told == {
        ("kubernetes.yaml", "NETWORK"),
        ("nginx.conf", "127.0.0.1"),
        ("openmall.env", ""),
    }


def test_pods_have_no_more_rights_than_they_need() -> None:
    user, group = map(int, only("USER").split(":"))
    for pod in pods().values():
        assert pod["automountServiceAccountToken"] is False
        said = pod["securityContext"]
        assert (said["runAsNonRoot"], said["seccompProfile"]) == (True, {"type": "RuntimeDefault"})
        assert (said["runAsUser"], said["runAsGroup"], said["fsGroup"]) == (user, group, group)
    for container in containers():
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert {each["mountPath"] for each in container["volumeMounts"]} == {DATA, "/tmp"}


def test_a_pod_that_serves_is_asked_where_it_answers_and_has_time_to_stop() -> None:
    pod = pods()["openmall"]
    [container] = pod["containers"]
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert ports == {"https": Configuration().port, "http": Configuration().http_port}
    probes = {name: container[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness")}
    assert {(each["path"], each["port"]) for each in probes.values()} == {("/readyz", "http")}
    assert container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "http"}
    startup = container["startupProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] > served().start_seconds
    pause = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > pause + 2 * served().stop_seconds
    [service], [ingress] = manifests("Service"), manifests("Ingress")
    assert service["spec"]["ports"][0]["targetPort"] == "http"
    hosts = [rule["host"] for rule in ingress["spec"]["rules"]]
    [tls] = ingress["spec"]["tls"]
    assert hosts == tls["hosts"] == ["malls.example.com", "*.malls.example.com"]
