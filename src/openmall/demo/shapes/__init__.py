"""Every shape a product picture can take, by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from openmall.demo.shapes import home, kitchen, leisure, pantry, wear
from openmall.demo.shapes.brush import Palette

SHAPES: Final[Mapping[str, Callable[[Palette], str]]] = MappingProxyType(
    {
        "apron": kitchen.apron,
        "backpack": wear.backpack,
        "board": kitchen.board,
        "book": leisure.book,
        "bottle": pantry.bottle,
        "bowl": kitchen.bowl,
        "cactus": leisure.cactus,
        "candle": home.candle,
        "cards": leisure.cards,
        "chair": home.chair,
        "clock": home.clock,
        "cushion": home.cushion,
        "desk_lamp": home.desk_lamp,
        "flask": leisure.flask,
        "floor_lamp": home.floor_lamp,
        "folded": home.folded,
        "glass": kitchen.glass,
        "hat": wear.hat,
        "jar": pantry.jar,
        "lantern": home.lantern,
        "mug": kitchen.mug,
        "notebook": leisure.notebook,
        "packet": pantry.packet,
        "pan": kitchen.pan,
        "pencil": leisure.pencil,
        "pendant": home.pendant,
        "plant": leisure.plant,
        "plate": kitchen.plate,
        "pot": kitchen.pot,
        "pouch": wear.pouch,
        "scarf": wear.scarf,
        "shelf": home.shelf,
        "shirt": wear.shirt,
        "socks": wear.socks,
        "stool": home.stool,
        "sweater": wear.sweater,
        "table": home.table,
        "teapot": kitchen.teapot,
        "tent": leisure.tent,
        "tin": pantry.tin,
        "tote": wear.tote,
        "umbrella": leisure.umbrella,
        "vase": home.vase,
        "watering_can": leisure.watering_can,
    }
)
