"""Checks pages by the W3C's checker, and structured data by the vocabulary of schema.org.

`python -m checks.markup` fetches the Nu HTML Checker, the TypeScript types that are made of
schema.org's vocabulary, and the compiler for these, from the npm registry: each in one version, of
which the checksum is known. Tests then call `faults_of_pages` and `faults_of_data`; they need a
Java runtime and Node, and no network.
"""

import base64
import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / ".venv" / "markup" / "node_modules"
_REGISTRY: Final = "https://registry.npmjs.org"
_SECONDS: Final = 300
"""Seconds that a download or a check may take."""
_COMPILER: Final = """--noEmit --strict --target ES2022 --module ESNext --moduleResolution bundler
    --skipLibCheck --pretty false"""


class Package(NamedTuple):
    """A package of the npm registry, in one version."""

    name: str
    version: str
    sha512: str
    """Checksum of the archive, base64."""


PACKAGES: Final = (
    Package(
        "vnu-jar",
        "26.9.27",
        "TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==",
    ),
    Package(
        "schema-dts",
        "2.1.0",
        "Y/NvOvuJUZwrm+EmNqJF3M+bRufERJs1h5GJPLilUuK5D5b53ttU+XZgIjEFaAVRToh+ib+cQawFmxKC5Jt9ow==",
    ),
    Package(
        "schema-dts-lib",
        "1.1.0",
        "Nx00FDPHDimSENMznVpADeYUJDsqlMiO9wcs2S+giggNTm5+ruNkM4m9z9qCk6xUJT+ThDM3NxxpwfHfFk1G+Q==",
    ),
    Package(
        "typescript",
        "5.9.3",
        "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
    ),
)


def fetch(folder: Path = FOLDER) -> None:
    """Put the packages into a folder, unless they are there. Raises ValueError for a checksum."""
    for package in PACKAGES:
        place = folder / package.name
        if (place / package.version).exists():
            continue
        address = f"{_REGISTRY}/{package.name}/-/{package.name}-{package.version}.tgz"
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            archive = answer.read()
        found = base64.b64encode(hashlib.sha512(archive).digest()).decode()
        if found != package.sha512:
            raise ValueError(f"{address} has the checksum {found}")
        with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
            for member in opened:
                member.name = member.name.removeprefix("package/")
                opened.extract(member, place, filter="data")
        (place / package.version).touch()


def faults_of_pages(pages: Mapping[str, str], folder: Path = FOLDER) -> list[str]:
    """Return the errors that the W3C's checker finds; `pages`: name -> HTML."""
    jar = _present(folder / "vnu-jar" / "build" / "dist" / "vnu.jar")
    with tempfile.TemporaryDirectory() as place:
        for number, html in enumerate(pages.values()):
            Path(place, f"{number}.html").write_text(html)
        options = ["--errors-only", "--exit-zero-always", "--format", "json"]
        done = subprocess.run(
            ["java", "-jar", str(jar), *options, *sorted(map(str, Path(place).iterdir()))],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
        )
        # the checker reports on standard error
        messages = json.loads(done.stderr)["messages"]
    names = list(pages)
    return [
        f"{names[int(PurePosixPath(each['url']).stem)]}: {each['message']}"
        f" [{each.get('extract', '').strip()}]"
        for each in messages
    ]


def faults_of_data(documents: Mapping[str, object], folder: Path = FOLDER) -> list[str]:
    """Return what contradicts schema.org's vocabulary; `documents`: name -> JSON-LD, decoded."""
    compiler = _present(folder / "typescript" / "lib" / "tsc.js")
    with tempfile.TemporaryDirectory() as place:
        Path(place, "node_modules").symlink_to(folder)
        lines = ['import type { Graph, Thing, WithContext } from "schema-dts";']
        lines += [
            f"export const document{number}: WithContext<Thing> | Graph = {json.dumps(document)};"
            for number, document in enumerate(documents.values())
        ]
        Path(place, "documents.ts").write_text("\n".join(lines))
        done = subprocess.run(
            ["node", str(compiler), *_COMPILER.split(), "documents.ts"],
            cwd=place,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    names = list(documents)
    faults: list[str] = []
    for line in done.stdout.splitlines():
        where, _, said = line.partition(": error ")
        if not said:
            # more about the error before it
            faults[-1] += f" {line.strip()}"
            continue
        number = int(where.removeprefix("documents.ts(").partition(",")[0]) - 2
        faults.append(f"{names[number]}: {said}")
    if done.returncode and not faults:
        raise ValueError(done.stderr)
    return faults


def _present(file: Path) -> Path:
    if not file.exists():
        raise FileNotFoundError(f"{file} is missing: python -m checks.markup")
    return file


if __name__ == "__main__":
    fetch()
    sys.exit(0)
