"""Pages of the documentation site: translated for the generator, linked, listed for a reader."""

from pathlib import Path

import pytest

from checks import documentation


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a page among others of a small repository."""
    (tmp_path / "docs" / "apps").mkdir(parents=True)
    (tmp_path / "README.md").write_text("# The mall\n")
    (tmp_path / "docs" / "index.md").write_text("# Start\n\n## Operators\n\n- [b](backup.md#one)\n")
    (tmp_path / "docs" / "apps" / "paging.md").write_text("# Paging\n")
    monkeypatch.setattr(documentation, "ROOT", tmp_path)
    monkeypatch.setattr(documentation, "DOCS", tmp_path / "docs")
    documentation._title.cache_clear()
    return tmp_path / "docs" / "backup.md"


def _staged(page: Path, text: str) -> str:
    page.write_text(text)
    return documentation.staged(page, documentation.sources())


def test_a_list_gets_the_blank_line_and_the_columns_that_the_generator_needs(page: Path) -> None:
    text = "See this.\n1. One\n   goes on.\n   - Below\n2. Two\n"

    assert _staged(page, text) == "See this.\n\n1. One\n    goes on.\n    - Below\n2. Two\n"


def test_a_number_within_a_paragraph_begins_no_list(page: Path) -> None:
    text = "Others are answered\n404. By default.\n"

    assert _staged(page, text) == text


def test_code_stays_as_it_is_but_for_the_name_of_a_file(page: Path) -> None:
    text = "Type:\n```sh run.sh\n# [a](b.md)\n- `docs/apps/paging.md`\n```\n"

    assert _staged(page, text) == text.replace("sh run.sh", "sh").replace(":\n", ":\n\n")


@pytest.mark.parametrize(
    ("written", "linked"),
    [
        ("`docs/apps/paging.md`", "[Paging](apps/paging.md)"),
        ("[apps/paging.md](apps/paging.md#next)", "[Paging](apps/paging.md#next)"),
        ("[lists](apps/paging.md)", "[lists](apps/paging.md)"),
        ("[README](../README.md)", "[README](overview.md)"),
        ("[gone](gone.md)", "[gone](gone.md)"),
        ("[site](https://example.com/a.md)", "[site](https://example.com/a.md)"),
        ("`gone.md`", "`gone.md`"),
    ],
)
def test_links_lead_to_pages_of_the_site(page: Path, written: str, linked: str) -> None:
    assert _staged(page, f"# Backup\n\n{written}\n") == f"# Backup\n\n{linked}\n"


def test_the_navigation_is_that_of_the_index(page: Path) -> None:
    page.write_text("# Backup\n")

    assert documentation.navigation(documentation.sources()).splitlines() == [
        '  {"Start" = ["index.md", {"Overview" = "overview.md"}]},',
        '  {"Operators" = [',
        '    {"Backup" = "backup.md"},',
        "  ]},",
    ]


def test_a_page_that_no_reader_is_led_to_is_a_fault(page: Path) -> None:
    page.write_text("# Backup\n")

    assert list(documentation._unreachable(documentation.sources())) == [
        "docs/apps/paging.md: docs/index.md leads no reader to it"
    ]
