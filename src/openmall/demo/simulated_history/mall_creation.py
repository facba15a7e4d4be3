"""Creates the mall of a world: shops with the demo catalogue and ample stock."""

from typing import Final

from openmall.access.malls import possible
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory
from openmall.contract.call import Mall
from openmall.contract.moments import read
from openmall.database.session import Database
from openmall.demo.catalogue import Language, catalogue
from openmall.demo.loader import Loader
from openmall.demo.simulated_history.execution import Moment
from openmall.demo.simulated_history.world_writer import Options
from openmall.media.store import Store

_SPOKEN: Final[tuple[tuple[Language, str, str], ...]] = (
    ("ko", "ko_KR", "KRW"),
    ("en", "en_US", "USD"),
)


async def open_mall(
    database: Database, files: Store, mall_id: str, *, shops: int, options: Options
) -> Mall:
    """Create a mall on the day before its world begins; every second shop is English.

    Raises ValueError for a name that is invalid or taken.
    """
    clock = Moment()
    clock.at = read(options.since.isoformat()) - 86_400
    shop_languages = [_SPOKEN[at % 2] for at in range(shops)]
    name = catalogue().shop
    languages = [
        possible.Language(f"{name.spoken(language)} {number}", code, currency)
        for number, (language, code, currency) in enumerate(shop_languages, 1)
    ]
    await mall_rules.create(database, clock, mall_id, name.en, "KR", languages)
    mall = await Directory(database, clock, lambda: 0).mall(mall_id)
    assert mall is not None
    speaking = [(number, language) for number, (language, _, _) in enumerate(shop_languages, 1)]
    loader = Loader(database, clock, mall, files, shops=speaking, count_stock=False)
    await loader.load(products=0, seed=options.seed, progress=lambda count: None)
    return mall
