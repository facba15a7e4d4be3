"""The page on importing: its examples work as printed, its table names every field."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from openmall.analytics.reports.registry import REPORTS
from openmall.cli.imports.import_products import import_
from openmall.transfer.imports.columns import FIELDS, IMAGES, STOCK, VARIANT_ONLY
from openmall.transfer.imports.legacy_stats import fields
from tests.transfer.imports.import_commands import where
from tests.world import World

PAGE = (Path(__file__).parents[3] / "docs" / "importing.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_examples_work_as_printed(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed, shown = [], ""
    for kind, name, text in FENCE.findall(PAGE):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        if kind == "text":
            shown = text
        for line in text.splitlines():
            if line.startswith("openmall import "):
                arguments = [*shlex.split(line)[2:], *where(world)]
                result = CliRunner().invoke(import_, arguments, standalone_mode=False)
                assert (result.exception, result.return_value) == (None, 0), line
                printed.append(result.stdout)

    assert printed[1].splitlines()[:5] == shown.splitlines()[:5]
    assert world.get("products/count")["count"] == 3
    past = {"start_date": "2026-01-01", "end_date": "2026-03-31"}
    assert world.get("orders/count", **past)["count"] == 5
    apron = world.get("products/1", embed="variants")["product"]
    assert apron["price"] == "11000.00"
    # what the first example imports can be bought
    for number in (1, 2):
        offered = world.get(f"products/{number}")["product"]
        assert (offered["display"], offered["selling"]) == ("T", "T")
    assert [each["additional_amount"] for each in apron["variants"]] == ["0.00", "1000.00"]


def test_every_import_has_an_example() -> None:
    examples = re.findall(r"^openmall import (\S+) \S+\.\w+ --mall", PAGE, re.MULTILINE)

    assert set(examples) == set(import_.commands)


def test_every_field_of_its_own_is_in_the_table() -> None:
    own = {
        *IMAGES,
        *STOCK,
        *VARIANT_ONLY,
        "image",
        "image_alt",
        "stock",
        "category",
        "category_no",
        "new",
    }

    assert own <= FIELDS
    assert {name for name in own if f"`{name}`" not in PAGE} == set()


def test_every_report_is_in_the_table_with_its_fields() -> None:
    told = {
        path: re.findall(r"`(\w+)`", said.partition(";")[0])
        for path, said in re.findall(r"^\| `(\w+/\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
    }

    declared = {path: fields(report) for path, report in REPORTS.items()}
    wrong = [path for path in declared if told.get(path) != declared[path]]
    rows = [f"| `{path}` | `{'`, `'.join(declared[path])}` |" for path in wrong]
    assert wrong == [], "the table of docs/importing.md needs\n" + "\n".join(rows)
    assert told == declared
