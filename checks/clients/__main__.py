"""Generates clients of all four APIs and lets each make calls: `python -m checks.clients`.

It starts a demo mall, reads the OpenAPI documents from it, and generates clients with
openapi-python-client, datamodel-code-generator, openapi-typescript and @hey-api/openapi-ts. A
warning of a generator, an operation that is left out, code that a type checker refuses, or a call
that ends otherwise than `calls.json` says is a failure; so is a difference of documents that
api-schema-diff does not see. Needs PyPI, the npm registry, and Node.
"""

import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
import venv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx

from checks.clients import generate, guides

HERE: Final = Path(__file__).parent
APIS: Final = ("admin", "storefront", "partner", "analytics")
PYTHON_PACKAGES: Final = (
    "openapi-python-client==0.29.1",
    "datamodel-code-generator==0.89.0",
    "openapi-spec-validator==0.9.0",
    "api-schema-diff==1.0.4",
    "mypy==2.4.1",
    "ruff>=0.14",
)
_MODEL_OPTIONS: Final = (
    "--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel",
    "--target-python-version", "3.11", "--use-annotated", "--set-default-enum-member",
    "--capitalise-enum-members", "--formatters", "builtin",
)  # fmt: skip
_TSCONFIG: Final = {
    "compilerOptions": {
        "strict": True, "noEmit": True, "target": "ES2022", "module": "ESNext",
        "moduleResolution": "bundler", "skipLibCheck": True,
        "lib": ["ES2022", "DOM", "DOM.Iterable"], "types": ["node"],
    },
    "include": ["*.ts", "types/*.ts", "hey/**/*.ts"],
}  # fmt: skip
_METHODS: Final = ("get", "post", "put", "delete")

Json = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all of it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m checks.clients", description=__doc__)
    parser.add_argument("--folder", type=Path, help="Where clients are made, and stay.")
    parser.add_argument("--demo", type=Path, help="Data folder of a demo that runs already.")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="openmall-clients-"))
    folder.mkdir(parents=True, exist_ok=True)
    process = None
    data_dir = options.demo
    if data_dir is None:
        data_dir = folder / "mall"
        process = _start_demo(data_dir)
    try:
        check = Check(folder, json.loads((data_dir / "demo.json").read_text(encoding="utf-8")))
        check.run()
    finally:
        if process is not None:
            process.terminate()
            process.wait(30)
    for problem in check.problems:
        print(problem, file=sys.stderr)
    print(f"{len(check.problems)} problems, after {time.monotonic() - began:.0f} s")
    if options.folder is None:
        shutil.rmtree(folder)
    return int(bool(check.problems))


def _start_demo(data_dir: Path) -> subprocess.Popen[str]:
    """Start a demo mall; return its process once it serves. Raises RuntimeError."""
    process = subprocess.Popen(  # our own program
        [
            *(sys.executable, "-m", "openmall", "demo", "--data-dir", str(data_dir)),
            *("--port", "0", "--http-port", "0", "--no-limits"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    ready = process.stderr.readline()
    if not ready.startswith("ready "):
        raise RuntimeError(ready + process.stderr.read())
    return process


class Check:
    """The generators, one after the other, on the documents of one server."""

    def __init__(self, folder: Path, demo: Json) -> None:
        """`demo`: what is in `demo.json`."""
        self._folder = folder
        self._demo = demo
        self._python = folder / "python" / "bin"
        # Node.js takes one file: that of the machine, by which its packages come, is part of it
        self._trusted = folder / "trusted.pem"
        files = (os.environ.get("NODE_EXTRA_CA_CERTS"), demo["ca_file"])
        self._trusted.write_text("\n".join(Path(each).read_text() for each in files if each))
        self.problems: list[str] = []
        self._documents: dict[str, Json] = {}

    def run(self) -> None:
        """Install, read, generate, check, call."""
        self._install()
        for api in APIS:
            self._read(api)
        # each is a program of its own, and most need one processor
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            steps = (self._generate_python, self._generate_typescript, self._compare_documents)
            for done in [pool.submit(step, api) for api in APIS for step in steps]:
                done.result()
        self._run("AsyncAPI parser", ["node", "asyncapi.mjs"], quiet=True)
        self._run("mypy", [self._tool("mypy"), *self._python_packages()], last_line=True)
        self._run("tsc", ["npx", "tsc", "-p", "."], quiet=True)
        bundle = "typescript_driver.ts", "--bundle", "--platform=node", "--format=esm"
        self._run("esbuild", ["npx", "esbuild", *bundle, "--outfile=driver.mjs"])
        self._call("openapi-python-client", self._python_driver())
        self._call("datamodel-code-generator", self._python_driver())
        self._call("openapi-typescript", ["node", "driver.mjs"])
        self._call("@hey-api/openapi-ts", ["node", "driver.mjs"])
        self._test_own_package()
        # last: it gives a token of the demo back
        self._run("@badgateway/oauth2-client", ["node", "revocation.mjs"], last_line=True)

    def _install(self) -> None:
        if not (self._python / "pip").exists():
            venv.create(self._folder / "python", with_pip=True)
        pip = [str(self._python / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PYTHON_PACKAGES], check=True)  # pinned above
        for name in ("package.json", "typescript_driver.ts", "revocation.mjs"):
            shutil.copy(HERE / name, self._folder / name)
        (self._folder / "tsconfig.json").write_text(json.dumps(_TSCONFIG))
        (self._folder / "asyncapi.mjs").write_text(_ASYNCAPI)
        npm = ["npm", "install", "--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(npm, cwd=self._folder, check=True)  # pinned in package.json

    def _read(self, api: str) -> None:
        client = httpx.Client(base_url=self._demo["local_url"], verify=self._demo["ca_file"])
        answer = client.get(f"/api/v2/{api}/openapi.json", timeout=300)
        answer.raise_for_status()
        (self._folder / f"{api}.json").write_bytes(answer.content)
        self._documents[api] = answer.json()
        if api == "admin":
            events = client.get("/api/v2/admin/asyncapi.json", timeout=300)
            (self._folder / "asyncapi.json").write_bytes(events.raise_for_status().content)

    def _generate_python(self, api: str) -> None:
        source = f"{api}.json"
        self._run("validator", [self._tool("openapi-spec-validator"), source])
        made = self._folder / "clients" / api
        own = [self._tool("openapi-python-client"), "generate", "--path", source]
        said = self._run("openapi-python-client", [*own, "--output-path", str(made), "--overwrite"])
        self._refuse_warnings("openapi-python-client", api, said)
        count = len(list(made.glob("*/api/*/[!_]*.py")))
        self._compare("openapi-python-client", api, count)
        target = self._folder / f"{api}_models.py"
        models = [self._tool("datamodel-codegen"), "--input", source, *_MODEL_OPTIONS]
        said = self._run("datamodel-code-generator", [*models, "--output", str(target)])
        self._refuse_warnings("datamodel-code-generator", api, said)
        text = target.read_text(encoding="utf-8")
        self._compare(
            "datamodel-code-generator", api, len(re.findall(r"^class \w+Result\(", text, re.M))
        )

    def _generate_typescript(self, api: str) -> None:
        source = f"{api}.json"
        types = self._folder / "types" / f"{api}.ts"
        said = self._run(
            "openapi-typescript",
            ["npx", "openapi-typescript", source, "--default-non-nullable=false", "-o", str(types)],
        )
        self._refuse_warnings("openapi-typescript", api, said)
        block = types.read_text(encoding="utf-8").partition("export interface operations {")[2]
        count = len(re.findall(r"^    (?!on_)\w+: \{$", block, re.M))
        self._compare("openapi-typescript", api, count)
        functions = self._folder / "hey" / api
        said = self._run(
            "@hey-api/openapi-ts", ["npx", "openapi-ts", "-i", source, "-o", str(functions)]
        )
        self._refuse_warnings("@hey-api/openapi-ts", api, said)
        text = (functions / "sdk.gen.ts").read_text(encoding="utf-8")
        self._compare(
            "@hey-api/openapi-ts", api, len(re.findall(r"^export const \w+ = ", text, re.M))
        )

    def _compare_documents(self, api: str) -> None:
        """Let an OpenAPI diff tool see that nothing changed, and that an operation is gone."""
        document = self._documents[api]
        path = next(iter(document["paths"]))
        paths = {name: each for name, each in document["paths"].items() if name != path}
        less = self._folder / f"{api}-less.json"
        less.write_text(json.dumps({**document, "paths": paths}))
        tool = [self._tool("api-schema-diff"), "--format", "json", "--no-fail-on-breaking"]
        for other, expected in ((f"{api}.json", []), (less.name, [f"paths.{path}"])):
            found = json.loads(self._run("api-schema-diff", [*tool, f"{api}.json", other]))
            breaking = [each["path"] for each in found["breaking"]]
            if breaking != expected or (not expected and found["non_breaking"]):
                self.problems.append(f"api-schema-diff: {api}: {breaking}, not {expected}")

    def _test_own_package(self) -> None:
        """Build the TypeScript client of this repository, and run its tests on the demo."""
        (self._folder / "demo.json").write_text(json.dumps(self._demo))
        package = self._folder / "openmall-client"
        shutil.copytree(generate.HERE / "typescript", package, dirs_exist_ok=True)
        npm = ["npm", "--prefix", str(package)]
        self._run("npm install", [*npm, "install", "--loglevel=error", "--no-audit", "--no-fund"])
        self._run("openmall-client: tsc", [*npm, "run", "--silent", "build"])
        self._run("openmall-client: tests", [*npm, "test", "--silent"], last_line=True)
        self._run_guides(package)

    def _run_guides(self, package: Path) -> None:
        """Compile the guides and the samples of the reference, and run the guides on the demo."""
        guides.write_typescript(package)
        tsc = ["npx", "--prefix", str(package), "tsc"]
        self._run("guides and samples: tsc", [*tsc, "-p", str(package / "tsconfig.programs.json")])
        # programs find `.data` and the package from where they are
        place = package / "programs" / "out"
        data = place / ".data"
        data.mkdir(exist_ok=True, parents=True)
        (data / "demo.json").write_text(json.dumps(self._demo))
        for page in guides.PAGES:
            program = place / "programs" / "run" / f"{page}.js"
            self._run(f"guide {page}", ["node", str(program)], quiet=True, folder=place)

    def _compare(self, client: str, api: str, made: int) -> None:
        """Note when an operation was left out. `made`: how many were generated."""
        wanted = len(_operations(self._documents[api]))
        if client == "datamodel-code-generator":
            # `JobResult` is what a call answers that became a job
            wanted += api == "admin"
        print(f"{client}: {api}: {made} of {wanted} operations")
        if made != wanted:
            self.problems.append(f"{client}: {api}: {made} of {wanted} operations")

    def _refuse_warnings(self, client: str, api: str, said: str) -> None:
        if re.search(r"warning|unable|skipp", said, re.IGNORECASE):
            self.problems.append(f"{client}: {api}: {said}")

    def _call(self, client: str, command: list[str]) -> None:
        plan = {
            "client": client,
            "folder": str(self._folder),
            "ca_file": self._demo["ca_file"],
            "calls": json.loads((HERE / "calls.json").read_text(encoding="utf-8")),
            "values": {"mall_id": self._demo["mall_id"], "run": uuid.uuid4().hex[:20]},
            "apis": {api: self._where(api) for api in APIS},
        }
        file = self._folder / "plan.json"
        file.write_text(json.dumps(plan))
        self._run(client, [*command, str(file)], last_line=True)

    def _where(self, api: str) -> Json:
        app = next(each for each in self._demo["apps"] if each["name"] == "full")
        partner = self._demo["partner"]
        headers = {
            "admin": _bearer(app["access_token"]),
            "analytics": _bearer(app["access_token"]),
            "storefront": _basic(app["client_id"], app["front_api_key"]),
            "partner": _basic(partner["client_id"], partner["client_secret"]),
        }
        document = self._documents[api]
        return {
            "url": document["servers"][0]["url"],
            "headers": headers[api],
            "operations": _operations(document),
        }

    def _run(
        self,
        name: str,
        command: list[str],
        *,
        quiet: bool = False,
        last_line: bool = False,
        folder: Path | None = None,
    ) -> str:
        """Run a command in the folder; return what it says. A failure is noted."""
        started = time.monotonic()
        clients = os.pathsep.join(str(self._folder / "clients" / api) for api in APIS)
        environment = {
            **os.environ,
            "PATH": f"{self._python}{os.pathsep}{os.environ['PATH']}",
            "NODE_EXTRA_CA_CERTS": str(self._trusted),
            "OPENMALL_DEMO": str(self._folder / "demo.json"),
            "PYTHONPATH": clients,
            "MYPYPATH": clients,
        }
        done = subprocess.run(  # the generators
            command,
            cwd=folder or self._folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        lines = said.strip().splitlines()
        if done.returncode:
            self.problems.append(f"{name}: {' '.join(command[:3])}: {said[-3000:]}")
        if last_line and lines:
            print(f"{name}: {lines[-1]}")
        elif quiet:
            print(f"{name}: {'failed' if done.returncode else 'nothing wrong'}")
        print(f"  {name}: {time.monotonic() - started:.0f} s", flush=True)
        return said

    def _tool(self, name: str) -> str:
        return str(self._python / name)

    def _python_driver(self) -> list[str]:
        return [self._tool("python"), str(HERE / "python_driver.py")]

    def _python_packages(self) -> list[str]:
        found = [str(each) for each in self._folder.glob("clients/*/openmall_*_api_client")]
        return [*found, *(f"{api}_models.py" for api in APIS)]


def _operations(document: Json) -> Json:
    """Return operation id -> method, path, and the names of what it takes and answers."""
    found = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method not in methods:
                continue
            operation = methods[method]
            results = {
                status: _name(_resolved(document, response))
                for status, response in operation["responses"].items()
                if status in ("200", "201", "202", "207")
            }
            found[operation["operationId"]] = {
                "method": method.upper(),
                "path": path,
                "body": _name(operation.get("requestBody", {})),
                "results": results,
            }
    return found


def _resolved(document: Json, response: Json) -> Json:
    if "$ref" not in response:
        return response
    found: Json = document["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return found


def _name(part: Json) -> str:
    content = part.get("content", {}).get("application/json", {})
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _basic(user: str, password: str) -> dict[str, str]:
    encoded = base64.b64encode(f"{user}:{password}".encode()).decode()
    return {"Authorization": f"Basic {encoded}"}


_ASYNCAPI: Final = """
import { readFileSync } from "node:fs";
import parser from "@asyncapi/parser";
const text = readFileSync("asyncapi.json", "utf-8");
const { document, diagnostics } = await new parser.Parser().parse(text);
const errors = diagnostics.filter((each) => each.severity === 0);
for (const each of errors) console.log(each.path.join("."), each.message);
process.exit(document && errors.length === 0 ? 0 : 1);
"""

if __name__ == "__main__":
    raise SystemExit(main())
