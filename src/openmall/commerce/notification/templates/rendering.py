"""Renders the texts of a message: by the shop's template, the version before it, or the default.

A template that cannot be rendered stops no message: it is as if the shop had not changed it.
"""

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import cut, render
from openmall.commerce.messages.shape import PLACEHOLDER, Occasion
from openmall.commerce.notification.templates.shape import LENGTHS, PARTS, Parts, Template
from openmall.translations import particles

ALWAYS: Final = frozenset({"NAME", "SHOP_NAME", "SHOP_PHONE"})
"""Variables that every occasion has."""
REQUIRED: Final = {"password_reset": "RESET_URL", "invitation": "RESET_URL"}
"""Occasion -> the variable without which its message is of no use."""
_ADDRESSES: Final = frozenset({"ORDER_URL", "TRACKING_URL"})
"""Details that HTML links to."""
_SEVERAL: Final = frozenset({"TRACKING_URL"})
"""Those of them that may be several addresses, parted by blanks."""


class Texts(Struct, frozen=True, kw_only=True):
    """The texts of a message; `html`: what stands in the body."""

    subject: str
    text: str
    html: str
    short: str


class UnusableTemplate(Exception):
    """A part of a template cannot be used. The message has no data of a customer.

    `line`, `column`: from 1; 0 where they are not known.
    """

    def __init__(self, part: str, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.part = part
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        where = f", line {self.line}, column {self.column}" if self.line else ""
        return f"{self.part}{where}: {self.message}"


def variables_of(occasion: str) -> list[str]:
    """Return the variables that the templates of an occasion may hold, in a fixed order."""
    held = CATALOGUE.occasions[occasion].all_variables() | ALWAYS
    return [name for name in CATALOGUE.variables if name in held]


def default_sources(occasion: str, language: str) -> Parts:
    """Return the sources of the default texts, as a template would have them."""
    declared = CATALOGUE.occasions[occasion]
    text = PLACEHOLDER.sub(r"{{ \1 }}", declared.text.translate(language))
    html = f"{escape(text)}{_tail(declared, language, html=True)}"
    text += _tail(declared, language, html=False)
    return Parts(
        subject=f"[{{{{ SHOP_NAME }}}}] {declared.name.translate(language)}",
        text=text + "".join(_source(name, language, html=False) for name in declared.details),
        html=f"<h1>{{{{ SHOP_NAME }}}}</h1>\n<p>{html}</p>"
        + "".join(_source(name, language, html=True) for name in declared.details),
        short=text,
    )


def _tail(occasion: Occasion, language: str, *, html: bool) -> str:
    """Return the source of the sentence behind the text, which needs all of its values."""
    if occasion.tail is None:
        return ""
    sentence = occasion.tail.translate(language)
    shown = PLACEHOLDER.sub(r"{{ \1 }}", str(escape(sentence)) if html else sentence)
    needed = " and ".join(f'{name} != ""' for name in occasion.of_tail())
    return f"{{% if {needed} %}} {shown}{{% endif %}}"


def _heading_of(name: str, language: str) -> str:
    """Return what stands above the value of a variable in mail."""
    heading = CATALOGUE.variables[name].heading
    return "" if heading is None else heading.translate(language)


def _source(name: str, language: str, *, html: bool) -> str:
    """Return the source of a detail, which makes nothing where it has no value."""
    heading = _heading_of(name, language)
    shown = f"{{{{ {name} }}}}"
    if html and name in _SEVERAL:
        shown = (
            f'{{% assign addresses = {name} | split: " " %}}{{% for each in addresses %}}'
            '<a href="{{ each }}">{{ each }}</a>{% unless forloop.last %}<br />{% endunless %}'
            "{% endfor %}"
        )
    elif html and name in _ADDRESSES:
        shown = f'<a href="{shown}">{shown}</a>'
    elif html and CATALOGUE.variables[name].has_lines:
        shown = f"{{{{ {name} | newline_to_br }}}}"
    made = f"\n<p><b>{escape(heading)}</b><br />{shown}</p>" if html else f"\n\n{heading}:\n{shown}"
    return f'{{% if {name} != "" %}}{made}{{% endif %}}'


def texts_of(
    occasion: str, language: str, values: Mapping[str, str], template: Template | None
) -> tuple[Texts, str | None]:
    """Return the texts of a message, and why the newest version of a template was not used.

    `values`: variable without its brackets -> text, as `messages.rendering.render` takes them;
    raises its errors.
    """
    default = _default(occasion, language, values)
    if template is None:
        return default, None
    shown = {
        name: cut(CATALOGUE.variables[name], values.get(name, ""))
        for name in variables_of(occasion)
        if name in values or name in CATALOGUE.occasions[occasion].details
    }
    failure = None
    for parts in (template.parts, template.previous):
        if parts is None:
            continue
        try:
            made = _rendered(occasion, parts, shown)
        except UnusableTemplate as error:
            failure = failure or str(error)
            continue
        return _filled(made, default), failure
    return default, failure


def _default(occasion: str, language: str, values: Mapping[str, str]) -> Texts:
    text = render(occasion, language, values)
    name = CATALOGUE.occasions[occasion].name.translate(language)
    shop = values["SHOP_NAME"]
    details = {
        each: cut(CATALOGUE.variables[each], values[each])
        for each in CATALOGUE.occasions[occasion].details
        if values.get(each)
    }
    plain = [text]
    html = [f"<h1>{escape(shop)}</h1><p>{escape(text)}</p>"]
    for each, value in details.items():
        heading = _heading_of(each, language)
        if each in _SEVERAL:
            value = value.replace(" ", "\n")
        plain.append(f"{heading}:\n{value}")
        shown = escape(value)
        if each in _ADDRESSES:
            link = Markup('<a href="{}">{}</a>')
            shown = Markup("\n").join(link.format(line, line) for line in value.split("\n"))
        lines = shown.replace("\n", Markup("<br />"))
        html.append(f"<p><b>{escape(heading)}</b><br />{lines}</p>")
    return Texts(
        subject=f"[{shop}] {name}", text="\n\n".join(plain), html="".join(html), short=text
    )


def _filled(made: Mapping[str, str], default: Texts) -> Texts:
    return Texts(**{part: made[part] or getattr(default, part) for part in PARTS})


def _rendered(occasion: str, parts: Parts, values: Mapping[str, str]) -> dict[str, str]:
    """Return each part rendered; raises UnusableTemplate."""
    # the template language takes 6 MB, and most workers render no template
    from openmall.commerce.design.themes import liquid_templates
    from openmall.commerce.design.themes.template_errors import TemplateError

    made = {}
    for part in PARTS:
        source = getattr(parts, part)
        if not source:
            made[part] = ""
            continue
        try:
            text = liquid_templates.render_text(source, values, escaped=part == "html")
        except TemplateError as error:
            raise UnusableTemplate(part, error.message, error.line, error.column) from error
        text = particles.settled(text)
        made[part] = text = " ".join(text.split()) if part == "subject" else text.strip()
        if len(text) > LENGTHS[part]:
            raise UnusableTemplate(part, f"it makes more than {LENGTHS[part]:,} characters")
        needed = REQUIRED.get(occasion)
        if needed and part != "subject" and not _holds(text, values.get(needed, ""), part):
            raise UnusableTemplate(part, f"it has to hold {needed}")
        if not text:
            raise UnusableTemplate(part, "it makes no text")
    return made


def _holds(text: str, value: str, part: str) -> bool:
    return (str(escape(value)) if part == "html" else value) in text


def check(occasion: str, parts: Parts, samples: Mapping[str, str]) -> None:
    """Raise UnusableTemplate for a template that cannot be read, or rendered with `samples`."""
    from openmall.commerce.design.themes import liquid_templates
    from openmall.commerce.design.themes.template_errors import TemplateError

    known = set(variables_of(occasion))
    for part in PARTS:
        source = getattr(parts, part)
        if len(source) > LENGTHS[part]:
            raise UnusableTemplate(part, f"it has more than {LENGTHS[part]:,} characters")
        try:
            liquid_templates.check(source, variables=known)
        except TemplateError as error:
            raise UnusableTemplate(part, error.message, error.line, error.column) from error
    _rendered(occasion, parts, {name: samples[name] for name in known})
