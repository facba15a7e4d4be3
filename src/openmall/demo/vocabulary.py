"""The vocabulary of generated products' names, descriptions and colours, in both languages."""

from typing import Final

import msgspec

from openmall.demo.catalogue import DemoOption, Text
from openmall.demo.shapes.brush import light


class Noun(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of generated product: its median price in won, its weight in grams.

    `second` is the second colour of its picture where nature fixes it; `coloured` says that
    buyers choose its colour.
    """

    name: Text
    shape: str
    categories: tuple[str, ...]
    won: int
    grams: int
    materials: tuple[Text, ...]
    sizes: DemoOption | None
    second: str | None
    coloured: bool


class Hue(msgspec.Struct, frozen=True):
    """A colour a buyer can choose, and the soft ground it is shown on."""

    name: Text
    colour: str
    background: str


def _texts(words: str) -> tuple[Text, ...]:
    """The texts in "ko/en, ko/en"; a word without a slash is the same in both languages."""
    pairs = (word.strip().partition("/") for word in words.split(","))
    return tuple(Text(ko, en or ko) for ko, _, en in pairs)


def _hue(name: str, colour: str) -> Hue:
    return Hue(_texts(name)[0], colour, light(colour, 80))


def _option(name: str, values: str) -> DemoOption:
    return DemoOption(_texts(name)[0], _texts(values))


ADJECTIVES: Final = _texts(
    "잔잔한/Quiet, 포근한/Snug, 맑은/Clear, 단단한/Sturdy, 가벼운/Airy, 오래된/Old-Time, "
    "새벽빛/Dawn, 노을빛/Sunset, 달빛/Moonlit, 솔향/Pine, 바닷가/Seaside, 산골/Highland, "
    "들꽃/Meadow, 빗소리/Rainfall, 첫눈/First Snow, 여름밤/Summer Night, 늦가을/Late Autumn, "
    "봄볕/Spring Sun, 작은숲/Little Wood, 은은한/Mellow, 동그란/Rounded, 시골길/Country Lane, "
    "느긋한/Easy, 반듯한/Trim, 구름/Cloud, 이슬/Dewdrop, 바람결/Breeze, 돌담/Stone Wall, "
    "강가/Riverside, 별밤/Starry"
)

HUES: Final = (
    _hue("벽돌/Brick", "#d9775b"),
    _hue("청록/Teal", "#5b8a8f"),
    _hue("겨자/Mustard", "#e0b04f"),
    _hue("연보라/Lilac", "#9d8fbf"),
    _hue("솔잎/Pine", "#5f8a74"),
    _hue("하늘/Sky", "#7fa8c9"),
    _hue("자두/Plum", "#96526a"),
    _hue("복숭아/Peach", "#eda987"),
    _hue("잿빛/Slate", "#66717d"),
    _hue("올리브/Olive", "#93a05c"),
    _hue("남색/Navy", "#44587a"),
    _hue("분홍/Rose", "#d98a9a"),
    _hue("모래/Sand", "#cdb083"),
)
# A prime number of hues: any step from hue to hue comes back only after visiting all of them.
COLOUR: Final = Text("색상", "Colour")
SECONDS: Final = ("#f3e6cf", "#efe4d6", "#e8ebe4", "#f6dfc0", "#e6e9f0")
THIRDS: Final = ("#7a4f3a", "#d9a04e", "#4f6078", "#d9614c", "#6f9a6b")

_CLAY = _texts("도자기/Stoneware, 백자/Porcelain, 토기/Earthenware, 유약/Glazed, 법랑/Enamel")
_METAL = _texts("무쇠/Iron, 놋쇠/Brass, 스테인리스/Steel, 구리/Copper, 알루미늄/Aluminium")
_WOOD = _texts(
    "참나무/Oak, 호두나무/Walnut, 물푸레/Ash, 대나무/Bamboo, 자작나무/Birch, 소나무/Pinewood"
)
_CLOTH = _texts("면/Cotton, 리넨/Linen, 양털/Wool, 삼베/Hemp, 누빔/Quilted, 캔버스/Canvas")
_GLASS = _texts("유리/Glass, 재생유리/Recycled Glass, 물결유리/Rippled Glass, 색유리/Tinted Glass")
_TASTE = _texts(
    "귤/Tangerine, 유자/Citron, 쑥/Mugwort, 생강/Ginger, 밤/Chestnut, 사과/Apple, 대추/Jujube"
)
_PAPER = _texts("한지/Mulberry Paper, 모눈/Grid, 줄무늬/Ruled, 재생지/Recycled, 면지/Cotton Paper")
_LEAF = _texts("무늬/Variegated, 넓은잎/Broadleaf, 난쟁이/Dwarf, 덩굴/Trailing, 은빛/Silver")

_WORN = _option("크기/Size", "S, M, L, XL")
_TWO = _option("크기/Size", "작은/Small, 큰/Large")
_WIDE = _option("지름/Diameter", "18cm, 22cm, 26cm")
_POUR = _option("용량/Capacity", "250ml, 400ml, 600ml")
_BREW = _option("용량/Capacity", "1L, 2L")
_HEAVY = _option("무게/Weight", "200g, 500g, 1kg")
_LONG = _option("길이/Length", "90cm, 120cm, 150cm")
_PACK = _option("묶음/Pack", "1, 3, 5")
_GREEN = "#6f9a6b"


def _noun(
    name: str,
    where: str,
    measures: tuple[int, int],
    materials: tuple[Text, ...],
    sizes: DemoOption | None = None,
    *,
    shape: str,
    second: str | None = None,
) -> Noun:
    return Noun(
        name=_texts(name)[0],
        shape=shape,
        categories=tuple(where.split()),
        won=measures[0],
        grams=measures[1],
        materials=materials,
        sizes=sizes,
        second=second,
        coloured=materials not in (_TASTE, _LEAF),
    )


NOUNS: Final = (
    _noun("머그/Mug", "tableware", (17000, 380), _CLAY, _POUR, shape="mug"),
    _noun("국그릇/Soup Bowl", "tableware", (15000, 500), _CLAY, _TWO, shape="bowl"),
    _noun("접시/Plate", "tableware", (19000, 560), _CLAY, _WIDE, shape="plate"),
    _noun("찻주전자/Teapot", "tableware", (44000, 760), _CLAY, shape="teapot"),
    _noun("물잔/Tumbler", "tableware", (12000, 300), _GLASS, _POUR, shape="glass"),
    _noun("프라이팬/Frying Pan", "cookware", (46000, 1500), _METAL, _WIDE, shape="pan"),
    _noun("냄비/Cooking Pot", "cookware", (68000, 2400), _METAL, _BREW, shape="pot"),
    _noun("주전자/Kettle", "cookware", (49000, 1000), _METAL, _BREW, shape="teapot"),
    _noun("도마/Chopping Board", "cookware kitchen", (33000, 1100), _WOOD, _TWO, shape="board"),
    _noun("앞치마/Apron", "kitchen", (34000, 320), _CLOTH, shape="apron"),
    _noun("행주/Dishcloth", "kitchen", (9000, 120), _CLOTH, _PACK, shape="folded"),
    _noun("기름병/Oil Bottle", "kitchen", (14000, 340), _GLASS, _POUR, shape="bottle"),
    _noun("쿠션/Cushion", "home", (27000, 700), _CLOTH, _TWO, shape="cushion"),
    _noun("담요/Blanket", "home", (45000, 900), _CLOTH, shape="folded"),
    _noun("향초/Candle", "home", (23000, 360), _GLASS, shape="candle"),
    _noun("벽시계/Wall Clock", "home", (47000, 800), _WOOD, shape="clock"),
    _noun("꽃병/Vase", "home", (29000, 700), _CLAY, _TWO, shape="vase"),
    _noun("책상등/Desk Lamp", "lighting", (72000, 1600), _METAL, shape="desk_lamp"),
    _noun("매달등/Pendant Light", "lighting", (88000, 1900), _METAL, _TWO, shape="pendant"),
    _noun("스탠드/Floor Lamp", "lighting", (129000, 4200), _WOOD, shape="floor_lamp"),
    _noun("손등/Lantern", "lighting outdoor", (43000, 700), _METAL, shape="lantern"),
    _noun("의자/Chair", "furniture", (138000, 5400), _WOOD, shape="chair"),
    _noun("걸상/Stool", "furniture", (62000, 3000), _WOOD, _TWO, shape="stool"),
    _noun("탁자/Table", "furniture", (280000, 18000), _WOOD, _LONG, shape="table"),
    _noun("책꽂이/Bookshelf", "furniture", (116000, 9000), _WOOD, _LONG, shape="shelf"),
    _noun("셔츠/Shirt", "wear", (47000, 250), _CLOTH, _WORN, shape="shirt"),
    _noun("스웨터/Sweater", "wear", (86000, 520), _CLOTH, _WORN, shape="sweater"),
    _noun("양말/Socks", "wear", (8000, 70), _CLOTH, _PACK, shape="socks"),
    _noun("챙모자/Brimmed Hat", "wear", (36000, 150), _CLOTH, _TWO, shape="hat"),
    _noun("목도리/Scarf", "wear", (33000, 200), _CLOTH, shape="scarf"),
    _noun("손가방/Tote Bag", "bags", (39000, 420), _CLOTH, shape="tote"),
    _noun("배낭/Backpack", "bags outdoor", (96000, 880), _CLOTH, _TWO, shape="backpack"),
    _noun("파우치/Pouch", "bags", (17000, 90), _CLOTH, _TWO, shape="pouch"),
    _noun("잼/Jam", "pantry", (11000, 350), _TASTE, _HEAVY, shape="jar"),
    _noun("차/Tea", "pantry", (13000, 120), _TASTE, _HEAVY, shape="packet"),
    _noun("과자 통/Biscuit Tin", "pantry", (19000, 600), _TASTE, _PACK, shape="tin"),
    _noun("시럽/Syrup", "pantry", (16000, 650), _TASTE, _POUR, shape="bottle"),
    _noun("공책/Notebook", "stationery", (12000, 300), _PAPER, _PACK, shape="notebook"),
    _noun("화집/Picture Book", "stationery", (24000, 700), _PAPER, shape="book"),
    _noun("색연필/Colour Pencils", "stationery", (15000, 180), _WOOD, _PACK, shape="pencil"),
    _noun("엽서/Card Set", "stationery", (9000, 140), _PAPER, _PACK, shape="cards"),
    _noun("화분/Potted Plant", "garden", (24000, 1600), _LEAF, _TWO, shape="plant", second=_GREEN),
    _noun("선인장/Cactus", "garden", (14000, 600), _LEAF, _TWO, shape="cactus", second=_GREEN),
    _noun("물뿌리개/Watering Can", "garden", (30000, 750), _METAL, _BREW, shape="watering_can"),
    _noun("천막/Tent", "outdoor", (176000, 2900), _CLOTH, _TWO, shape="tent"),
    _noun("우산/Umbrella", "outdoor wear", (31000, 340), _CLOTH, shape="umbrella"),
    _noun("보온병/Vacuum Flask", "outdoor", (38000, 500), _METAL, _POUR, shape="flask"),
)

# No Korean particle and no English article touches a gap, so any word may stand in it.
SUMMARIES: Final = (
    Text("매일 손이 가는 {thing}", "For every day: {thing}"),
    Text("선물하기 좋은 {thing}", "Ready for giving: {thing}"),
    Text("꼭 필요한 것만 남긴 {thing}", "Nothing but the essentials: {thing}"),
    Text("오래 두고 쓰는 {thing}", "To keep for years: {thing}"),
    Text("작은 공방에서 만든 {thing}", "From a small workshop: {thing}"),
    Text("이번 철에 새로 나온 {thing}", "New this season: {thing}"),
)
OPENINGS: Final = (
    Text(
        "{adjective} 느낌을 담은 {thing}입니다.", "{thing} with the feel of our {adjective} series."
    ),
    Text(
        "{adjective} 연작에서 고른 {thing}입니다.", "{thing}, chosen from our {adjective} series."
    ),
    Text("하루의 곁을 지키는 {thing}입니다.", "{thing} to keep you company through the day."),
    Text(
        "처음 오신 분께 권하는 {thing}입니다.",
        "{thing}: a good place to begin if you are new here.",
    ),
)
MIDDLES: Final = (
    Text("한 점씩 살펴보고 보냅니다.", "We look over each piece before it leaves."),
    Text("재료는 가까운 고장에서 구했습니다.", "The materials come from nearby."),
    Text("쓸수록 정이 드는 물건입니다.", "You will like it more with use."),
    Text("군더더기 없이 튼튼하게 만들었습니다.", "Built strong, with nothing to spare."),
    Text("색은 화면과 조금 다를 수 있습니다.", "The colour may differ a little from your screen."),
    Text("어느 집에나 조용히 어울립니다.", "It settles quietly into any home."),
)
CLOSINGS: Final = (
    Text("종이 상자에 담아 보내 드립니다.", "It travels in a paper box."),
    Text("궁금한 점은 언제든 물어보세요.", "Ask us anything, any time."),
    Text(
        "마음에 들지 않으면 이레 안에 돌려보내세요.", "Not to your liking? Return it within a week."
    ),
    Text("함께 쓰면 좋은 물건도 둘러보세요.", "See what goes well with it."),
    Text("고쳐 쓰는 법을 적어 함께 드립니다.", "A note on mending it is included."),
)
TAGS: Final = _texts(
    "선물/gift, 신상품/new, 집들이/housewarming, 수공예/handmade, 일상/everyday, "
    "소량/smallbatch, 추천/picked, 친환경/green"
)
