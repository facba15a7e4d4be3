"""Pages, settings, reports and actions that a manager can go to, found by their words.

The index is derived from what is registered: pages of the menu, forms of settings with the labels
of their fields, and reports. Everything is found in every language of pages, whatever the language
of the page. It has some thousand lines of a few words; a query compares each once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal
from urllib.parse import urlencode

from msgspec import Struct

from openmall.api.pipeline.internal_client import InternalClient
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.backoffice_menu.pages import Page
from openmall.http.web import languages
from openmall.http.web.languages import marked
from openmall.pages.backoffice import menu_groups
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.reports import report_labels
from openmall.pages.backoffice.search import actions, matching, synonyms
from openmall.pages.backoffice.search.matching import Words
from openmall.pages.backoffice.settings import asked_fields
from openmall.pages.backoffice.settings.fields import FormField, parts
from openmall.pages.backoffice.settings.resource import Resource
from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.translations import catalogues
from openmall.translations.catalogues import Message

Kind = Literal["action", "page", "setting", "field", "report"]
TITLES: Final[dict[Kind, str]] = {
    "action": marked("Quick actions"),
    "page": marked("Pages"),
    "setting": marked("Settings"),
    "field": marked("Settings"),
    "report": marked("Reports"),
}
"""Kind -> the heading of its results; those of two kinds may stand together."""
OF_SETTINGS: Final[tuple[Kind, ...]] = ("setting", "field")
_ICONS: Final[dict[Kind, str]] = {
    "action": "plus",
    "page": "file-text",
    "setting": "settings",
    "field": "settings",
    "report": "chart-column",
}
_FOCUSED: Final = frozenset({"choice", "number", "amount", "date", "text", "long", "secret"})
"""Kinds of fields whose element in the form has an id, to which an address leads."""
MOST: Final = 10
"""Commands that are found at most."""
_MOST_FIELDS: Final = 3
"""Fields of one form that are found at most."""


class Shown(Struct, frozen=True):
    """A command in a language."""

    name: str
    place: str
    """Where it is: group of the menu, or title of the form; may be empty."""


class Command(Struct, frozen=True, kw_only=True):
    """Something to go to."""

    id: str
    """`page:/orders`, `setting:shipping`: browsers keep it of what was opened."""
    kind: Kind
    at: str
    """Path, query and place below the overview's."""
    icon: str
    pages: tuple[Page, ...]
    """Pages that the manager has to be allowed to open."""
    writes: bool = False
    """It also needs the right to change what the first of them shows."""
    shown: dict[str, Shown]
    """Language of pages -> how it is shown."""
    words: Words


def find(
    context: PageContext, typed: str, *, kinds: Collection[Kind] = tuple(TITLES)
) -> list[Command]:
    """Return what the manager may go to by these words, the best first, at most `MOST`."""
    index = _index(context.client)
    return best((each for each in index if each.kind in kinds and is_allowed(context, each)), typed)


def best(index: Iterable[Command], typed: str) -> list[Command]:
    """Return what words match best, at most `MOST`, with few fields of the same form."""
    query = matching.read_query(typed)
    ranked: list[tuple[int, int, Command]] = []
    for at, command in enumerate(index):
        rank = matching.compare(query, command.words)
        if rank is None:
            continue
        # a form has many fields of one word: what is about the word as a whole comes before them
        is_part = command.kind == "field" and rank > matching.BEGINNING
        ranked.append((max(rank, matching.MENTIONED) if is_part else rank, at, command))
    chosen: list[Command] = []
    fields: dict[str, int] = {}
    for _, _, command in sorted(ranked, key=lambda each: each[:2]):
        if command.kind == "field":
            form = command.id.partition("#")[0]
            fields[form] = fields.get(form, 0) + 1
            if fields[form] > _MOST_FIELDS:
                continue
        chosen.append(command)
    return chosen[:MOST]


def offered(context: PageContext) -> list[Command]:
    """Return the actions of the manager, which are offered where nothing was typed."""
    return [
        command
        for command in _index(context.client)
        if command.kind == "action" and is_allowed(context, command)
    ]


def named(context: PageContext, ids: Sequence[str]) -> dict[str, Command]:
    """Return the commands with some ids that the manager may go to."""
    return {
        command.id: command
        for command in _index(context.client)
        if command.id in ids and is_allowed(context, command)
    }


def is_allowed(context: PageContext, command: Command) -> bool:
    """Return whether the manager may go to a command."""
    return all(map(context.may_open, command.pages)) and (
        not command.writes or context.may_change(command.pages[0])
    )


@lru_cache(maxsize=1)
def _index(client: InternalClient) -> tuple[Command, ...]:
    """Return every command, those first that are preferred where they match alike."""
    return (
        *map(_action, actions.ACTIONS),
        *(_page(page) for page in menu_pages.PAGES),
        *(_setting(each.slug, each.title, each.about, each) for each in RESOURCES.values()),
        _setting(asked_fields.SLUG, asked_fields.TITLE, asked_fields.ABOUT),
        *(_report(slug, *texts) for slug, texts in report_labels.TITLES.items()),
        *(command for each in RESOURCES.values() for command in _rows(each)),
        *(command for each in RESOURCES.values() for command in _fields(client, each)),
        *(_asked_field(key, label) for key, label in asked_fields.LABELS.items()),
    )


def _command(
    kind: Kind,
    key: str,
    at: str,
    pages: tuple[Page, ...],
    name: Callable[[str], str],
    place: Callable[[str], str],
    *,
    icon: str = "",
    other: Sequence[str] = (),
    writes: bool = False,
) -> Command:
    """Return a command. `name`, `place`: its texts in a language; `other`: words as messages."""
    shown = {each: Shown(name(each), place(each)) for each in languages.OFFERED["backoffice"]}
    more = [
        _translated(text, each)
        for text in other
        if text
        for each in languages.OFFERED["backoffice"]
    ]
    return Command(
        id=f"{'setting' if kind == 'field' else kind}:{key}",
        kind=kind,
        at=at,
        icon=icon or _ICONS[kind],
        pages=pages,
        writes=writes,
        shown=shown,
        words=matching.words_of((each.name for each in shown.values()), more),
    )


def _translated(text: str | Message, language: str) -> str:
    if isinstance(text, Message):
        return text.translate(language)
    return catalogues.translate(language, "backoffice", text)


def _named(*texts: str | Message) -> Callable[[str], str]:
    """Return a function that puts messages together in a language."""
    return lambda language: ": ".join(_translated(text, language) for text in texts)


def _action(action: actions.Action) -> Command:
    about = (action.page, action.about) if action.about else (action.page,)
    return _command(
        "action",
        action.at,
        action.at,
        about,
        _named(action.name),
        _named(action.page.name),
        icon=action.icon,
        other=(action.words,),
        writes=True,
    )


def _page(page: Page) -> Command:
    group = menu_groups.GROUP_OF.get(page)
    return _command(
        "page",
        page.at or "/",
        page.at,
        (page,),
        _named(page.name),
        _named(group.name) if group else lambda _: "",
        icon=group.icon if group else menu_groups.OF_PROFILE.get(page, ""),
        other=(synonyms.OF_PAGES.get(page, ""),),
    )


def _setting(slug: str, title: str, about: str, resource: Resource | None = None) -> Command:
    described = (resource.group, resource.note) if resource else ()
    return _command(
        "setting",
        slug,
        f"{menu_pages.SETTINGS.at}/{slug}",
        (menu_pages.SETTINGS,),
        _named(title),
        _named(menu_pages.SETTINGS.name),
        other=(about, *described, synonyms.OF_SETTINGS.get(slug, "")),
    )


def _report(slug: str, title: str, about: str) -> Command:
    return _command(
        "report",
        slug,
        f"{menu_pages.REPORTS.at}/{slug}",
        (menu_pages.REPORTS,),
        _named(title),
        _named(menu_pages.REPORTS.name),
        other=(about,),
    )


def _rows(resource: Resource) -> Iterator[Command]:
    """Yield the rows of settings with several: one guide, one automatic mail."""
    for key, label in resource.row_labels.items():
        yield _command(
            "field",
            f"{resource.slug}#{key}",
            f"{menu_pages.SETTINGS.at}/{resource.slug}?{urlencode({resource.key_field: key})}",
            (menu_pages.SETTINGS,),
            _named(label),
            _named(resource.title),
        )


def _fields(client: InternalClient, resource: Resource) -> Iterator[Command]:
    """Yield the fields of a form, which are found by their labels, hints and choices."""
    takes = client.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *filter(None, [resource.key_field]), *resource.without)
    for part in parts(takes, without):
        for field in part.fields:
            place = f"#f-{field.name}" if field.kind in _FOCUSED else ""
            yield _command(
                "field",
                f"{resource.slug}#{field.name}",
                f"{menu_pages.SETTINGS.at}/{resource.slug}{place}",
                (menu_pages.SETTINGS,),
                _named(*part.labels, field.label),
                _named(resource.title),
                other=_described(field),
            )


def _described(field: FormField) -> list[str]:
    columns = [column.label for column in field.columns]
    return [field.hint, *(label for _, label in field.choices), *columns]


def _asked_field(key: str, label: str) -> Command:
    return _command(
        "field",
        f"{asked_fields.SLUG}#{key}",
        f"{menu_pages.SETTINGS.at}/{asked_fields.SLUG}",
        (menu_pages.SETTINGS,),
        _named(label),
        _named(asked_fields.TITLE),
    )
