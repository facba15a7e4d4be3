"""The programs of the guides in `docs/apps`: the blocks of a page in one language, as one program.

A block is run as it is printed, in a folder where `.data` is the folder of a demo mall. `ts check`
marks a block that needs a person or a second program: it is type-checked and not run.
"""

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

from openmall.contract import api_versions
from openmall.pages.reference import client_samples, samples
from openmall.pages.reference.catalog import APIS, catalog_of

FOLDER: Final = Path(__file__).parents[2] / "docs" / "apps"
PAGES: Final = (
    "quickstart",
    "authentication",
    "limits",
    "paging",
    "errors",
    "webhooks",
    "proposals",
    "mirroring",
    "upgrading",
)
"""The pages whose programs are run."""
_FENCED: Final = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Programs(NamedTuple):
    """The programs of a page."""

    python: str
    typescript: str
    """What is run."""
    typescript_checked: str
    """What is type-checked: with the blocks that are not run."""


def programs(page: str) -> Programs:
    """Return the programs of a page of `FOLDER`, named without `.md`."""
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    blocks = [(info.split(), block) for info, block in _FENCED.findall(text)]
    typescript = [(info, block) for info, block in blocks if info[:1] == ["ts"]]
    return Programs(
        "\n\n".join(block for info, block in blocks if info == ["python"]),
        "\n".join(block for info, block in typescript if "check" not in info),
        "\n".join(block for _, block in typescript),
    )


_TSCONFIG: Final = {
    "extends": "./tsconfig.json",
    "compilerOptions": {"rootDir": ".", "outDir": "programs/out", "declaration": False},
    "include": ["programs/**/*.ts"],
    "exclude": ["programs/out"],
}


def write_typescript(package: Path) -> None:
    """Write the programs in TypeScript into the folder of the client, to compile with `-p`.

    `programs/run/` has the guides, `programs/checked/` the guides with all blocks, and
    `programs/samples/` the samples of the reference.
    """
    for folder in ("run", "checked", "samples"):
        (package / "programs" / folder).mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        found = programs(page)
        (package / "programs" / "run" / f"{page}.ts").write_text(found.typescript)
        (package / "programs" / "checked" / f"{page}.ts").write_text(found.typescript_checked)
    for api in APIS:
        texts = [
            client_samples.typescript(entry, sample, "https://openmall.localhost")
            for entry in catalog_of(api, api_versions.NEWEST).entries
            if (sample := samples.sample_of(entry)) is not None
        ]
        imported = texts[0].partition("\n")[0]
        # each in a block, so that their names do not collide
        blocks = "".join(f"{{\n{text.partition(chr(10))[2]}\n}}\n" for text in texts)
        (package / "programs" / "samples" / f"{api}.ts").write_text(f"{imported}\n{blocks}")
    (package / "tsconfig.programs.json").write_text(json.dumps(_TSCONFIG))
