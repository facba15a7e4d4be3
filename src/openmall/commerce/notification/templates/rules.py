"""Reading, changing, previewing and resetting the texts of a shop's messages."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.rendering import samples
from openmall.commerce.notification.templates import rendering
from openmall.commerce.notification.templates import store as template_store
from openmall.commerce.notification.templates.rendering import Texts, UnusableTemplate
from openmall.commerce.notification.templates.shape import PARTS, Parts, Template
from openmall.contract.call import Shop
from openmall.contract.change import Changes
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.session import Session


class Variable(Struct, frozen=True, kw_only=True):
    """A variable of a template: its name, what it stands for, and a sample."""

    name: str
    description: str
    sample: str


def require(occasion: str) -> None:
    """Raise NotFound (404) for an unknown occasion."""
    if occasion not in CATALOGUE.occasions:
        raise NotFound(NO_SUCH, parameter="occasion", resource=Phrase("occasion"))


def variables(occasion: str, shop: Shop, language: str) -> list[Variable]:
    """Return the variables of an occasion, described in `language`, with samples of the shop."""
    values = sample_values(shop)
    return [
        Variable(
            name=name,
            description=CATALOGUE.variables[name].description.translate(language),
            sample=values[name],
        )
        for name in rendering.variables_of(occasion)
    ]


def sample_values(shop: Shop) -> dict[str, str]:
    """Return a value of every variable, in the language of a shop."""
    return {**samples(shop.language), "SHOP_NAME": shop.name}


def sources(occasion: str, shop: Shop, template: Template | None) -> Parts:
    """Return the sources of an occasion: the shop's own, else the default ones."""
    default = rendering.default_sources(occasion, shop.language)
    if template is None:
        return default
    changed = {part: text for part, text in asdict(template.parts).items() if text}
    return replace(default, **changed)


def own(occasion: str, shop: Shop, typed: Parts) -> Parts:
    """Return the parts of a form that differ from the default; the others empty."""
    default = asdict(rendering.default_sources(occasion, shop.language))
    sent = {name: text.strip() for name, text in asdict(typed).items()}
    return Parts(**{name: "" if text == default[name] else text for name, text in sent.items()})


def preview(occasion: str, shop: Shop, parts: Parts) -> Texts:
    """Return the texts that a template makes of samples. Raises UnusableTemplate."""
    values = sample_values(shop)
    rendering.check(occasion, parts, values)
    texts, failure = rendering.texts_of(occasion, shop.language, values, Template(parts=parts))
    if failure is not None:
        raise UnusableTemplate("text", failure)
    return texts


async def save(db: Session, clock: Clock, shop: Shop, occasion: str, parts: Parts) -> Changes:
    """Write a template, and return what changed.

    The version before it is used where the new one cannot be rendered. Raises UnusableTemplate,
    and NotModified (409) for what is stored already.
    """
    preview(occasion, shop, parts)
    key = (shop.shop_no, occasion, shop.language)
    before = await template_store.find(db, key)
    was = Parts() if before is None else before.parts
    if was == parts:
        raise NotModified()
    if parts == Parts():
        await template_store.remove(db, key)
    else:
        previous = None
        if before is not None:
            # one that failed is no help to the next one
            previous = before.previous if before.failure else before.parts
        now = int(clock.now())
        await template_store.put(db, key, parts, before=before, previous=previous, now=now)
    return {part: (len(getattr(was, part)), len(getattr(parts, part))) for part in PARTS}


async def reset(db: Session, shop: Shop, occasion: str) -> bool:
    """Let the default texts be sent again; False: they are already."""
    return await template_store.remove(db, (shop.shop_no, occasion, shop.language))
