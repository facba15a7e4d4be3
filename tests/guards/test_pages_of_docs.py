"""Documentation leads nowhere else than to what is there, and its indexes are complete."""

import re
from pathlib import Path

import pytest

from tests.guards.sources import PACKAGE, ROOT

DOCS = ROOT / "docs"
DECISIONS = DOCS / "decisions"
INVARIANTS = DOCS / "invariants.md"
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted(DOCS.glob("*.md")) if page != INVARIANTS),
    DECISIONS / "README.md",
]
FOR_CONTRIBUTORS = [
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    INVARIANTS,
    *sorted(DECISIONS.glob("[0-9]*.md")),
]
MOST_LINES_OF_README = 100
LINK = re.compile(r"\]\((?!https?://)([^)#]+)(?:#[^)]*)?\)")
NAMED = re.compile(r"`((?:\.\./)*[\w./-]+\.(?:md|py|lua|js))`")
FOLDER = re.compile(r"`((?:bench|checks|deploy|docs|src|tests)/[\w./-]*)`")
CODE = re.compile(r"`([\w./-]+\.(?:py|po|csv|lua|js|html))\b[^`]*`")
NAMES_OF_FILE = re.compile(r"((?:`\w+`(?:,? (?:and|or) (?:in )?|, ))*`\w+`)\s+of\s+`([\w/]+\.py)`")
FILE_AND_NAME = re.compile(r"`([\w/]+\.py): (\w+)`")
CONSTANT = re.compile(r"`([A-Z][A-Z_]{3,})`")
MODULE = re.compile(r"`python -m ([\w.]+)")
JOURNEY = re.compile(r"`(tests/journeys/[\w./-]+\.py)` `(test_\w+)`")
BESIDE_DOCS = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "clients/python/README.md",
    "clients/typescript/README.md",
    "clients/pytest/README.md",
)
STANDS_FOR_A_CONSTANT = {"POST"}
STANDS_FOR_ANY = {"NNNN-short-name.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = {each for each in LINK.findall(text) if not (page.parent / each).exists()}
    named = {each for pattern in (NAMED, FOLDER) for each in pattern.findall(text)}

    missing = {
        each
        for each in named - STANDS_FOR_ANY
        if not any((root / each).exists() for root in (page.parent, ROOT, PACKAGE))
    }

    assert sorted(links | missing) == []


@pytest.mark.parametrize("page", FOR_CONTRIBUTORS, ids=lambda page: page.name)
def test_code_that_a_page_names_is_there(page: Path) -> None:
    """Pages for contributors may name a file by the end of its path: `products/rules.py`."""
    files = [
        "/" + str(path.relative_to(ROOT))
        for folder in ("bench", "checks", "src", "tests")
        for path in (ROOT / folder).rglob("*.*")
    ]

    named = set(CODE.findall(page.read_text(encoding="utf-8")))

    assert [each for each in sorted(named) if not any(f.endswith("/" + each) for f in files)] == []


@pytest.mark.parametrize("page", FOR_CONTRIBUTORS, ids=lambda page: page.name)
def test_a_name_that_a_page_finds_in_a_file_is_there(page: Path) -> None:
    """A recipe that names a list, such as `PAGES` of `console/pages.py`, leads to it."""
    named = _names_in_files(page.read_text(encoding="utf-8"))

    missing = [
        f"{name} of {file}"
        for name, file in named
        if not any(re.search(rf"\b{name}\b", text) for text in _texts_of(file))
    ]

    assert len(named) > 12 or page.name != "CONTRIBUTING.md"
    assert missing == []


def test_constants_and_modules_that_recipes_name_are_there() -> None:
    recipes = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = "\n".join(_texts_of("*.py"))
    constants = set(CONSTANT.findall(recipes)) - STANDS_FOR_A_CONSTANT
    modules = MODULE.findall(recipes)

    assert [each for each in sorted(constants) if not re.search(rf"\b{each}\b", source)] == []
    assert modules
    folders = [each.replace(".", "/") for each in modules]
    assert [each for each in folders if not _texts_of(f"/{each}.py", f"/{each}/__main__.py")] == []


def test_the_guard_would_notice_a_name_that_is_gone() -> None:
    assert _names_in_files("in `ONE` or `TWO` of `cli/main.py`, `cli/main.py: three`") == [
        ("ONE", "cli/main.py"), ("TWO", "cli/main.py"), ("three", "cli/main.py"),
    ]  # fmt: skip
    assert any("COMMANDS" in text for text in _texts_of("cli/main.py"))
    assert not any("NEVER_TYPED" in text for text in _texts_of("cli/setting_options.py"))


def _names_in_files(text: str) -> list[tuple[str, str]]:
    """Return the names that a text finds in files, each with the end of the file's path."""
    found = [
        (name, file)
        for names, file in NAMES_OF_FILE.findall(text)
        for name in re.findall(r"`(\w+)`", names)
    ]
    return found + [(name, file) for file, name in FILE_AND_NAME.findall(text)]


def _texts_of(*ends: str) -> list[str]:
    """Return the files of code below the repository whose path has one of these ends."""
    folders = ("bench", "checks", "src", "tests")
    return [
        path.read_text(encoding="utf-8")
        for path in (each for folder in folders for each in (ROOT / folder).rglob("*.py"))
        if any(("/" + str(path.relative_to(ROOT))).endswith(end.lstrip("*")) for end in ends)
    ]


def test_each_journey_that_a_page_names_is_there() -> None:
    text = (DOCS / "testing.md").read_text(encoding="utf-8")
    named = JOURNEY.findall(text)

    missing = [
        (file, name)
        for file, name in named
        if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]

    assert len(named) > 20
    assert missing == []


def test_every_page_is_listed_for_its_readers() -> None:
    listed = set(LINK.findall((DOCS / "index.md").read_text(encoding="utf-8")))
    written = (*DOCS.glob("*.md"), *DOCS.glob("apps/*.md"))
    pages = {str(page.relative_to(DOCS)) for page in written} - {"index.md"}
    beside = {f"../{page}" for page in BESIDE_DOCS}
    assert listed == pages | beside | {"decisions/README.md"}


def test_each_reader_has_one_start_and_three_pages_after_it() -> None:
    _, *sections = re.split(r"^## ", (DOCS / "index.md").read_text(encoding="utf-8"), flags=re.M)

    starts = {
        section.partition("\n")[0]: (
            section.count("**Start here:** ["),
            len(re.findall(r"^- \[", section, re.M)),
        )
        for section in sections
    }

    readers = (
        "App developers",
        "Merchants",
        "Agencies and marketplaces",
        "Operators",
        "Contributors",
    )
    assert starts == dict.fromkeys(readers, (1, 3))


def test_the_architecture_is_wrapped() -> None:
    lines = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 100 and not line.startswith("|")] == []


def test_each_invariant_names_its_test() -> None:
    text = INVARIANTS.read_text(encoding="utf-8")
    bullets = re.findall(r"^- .+(?:\n  .+)*", text, re.M)

    tests = {
        bullet: [each for each in NAMED.findall(bullet.partition("Test: ")[2]) if "tests/" in each]
        for bullet in bullets
    }

    assert len(tests) > 40
    assert [bullet for bullet, named in tests.items() if not named] == []


def test_every_decision_is_listed_once_by_its_number() -> None:
    table = (DECISIONS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) \| \[.+\]\((\S+)\) \| .+ \|$", table, re.M)
    files = sorted(page.name for page in DECISIONS.glob("[0-9]*.md"))
    assert listed == [(str(int(name[:4])), name) for name in files]


def test_the_readme_is_read_in_some_minutes() -> None:
    assert (
        len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_README
    )
