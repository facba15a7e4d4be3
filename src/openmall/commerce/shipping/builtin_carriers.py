"""Built-in carriers: their countries, and their tracking addresses."""

import re
from typing import Final

from msgspec import Struct

from openmall.commerce.shipping.tracking_addresses import NUMBER
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.translations.catalogues import Message

__all__ = ["CARRIERS", "NUMBER", "OWN", "BuiltinCarrier", "in_language", "require_code"]

_CODE: Final = re.compile(r"[0-9]{4}")


class BuiltinCarrier(Struct, frozen=True):
    """A built-in carrier, which shops name by its code."""

    code: str
    called: Message
    countries: str
    """Country codes parted by blanks; empty: all over the world."""
    track: str
    homepage: str

    @property
    def name(self) -> str:
        """Its name in English, which shops that add it store until they choose another."""
        return self.called.text


OWN: Final = "0001"
"""Code of all other carriers; the shop sets their name and address."""

_ALL: Final = (
    BuiltinCarrier(
        "0002",
        Message("CJ Logistics"),
        "KR",
        "https://trace.cjlogistics.com/next/tracking.html?wblNo={number}",
        "https://www.cjlogistics.com",
    ),
    BuiltinCarrier(
        "0003",
        Message("Hanjin"),
        "KR",
        "https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR"
        "&wblnumText2={number}",
        "https://www.hanjin.com",
    ),
    BuiltinCarrier(
        "0004",
        Message("Lotte Global Logistics"),
        "KR",
        "https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo={number}",
        "https://www.lotteglogis.com",
    ),
    BuiltinCarrier(
        "0005",
        Message("Korea Post"),
        "KR",
        "https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1={number}",
        "https://www.epost.go.kr",
    ),
    BuiltinCarrier(
        "0006",
        Message("Logen"),
        "KR",
        "https://www.ilogen.com/web/personal/trace/{number}",
        "https://www.ilogen.com",
    ),
    BuiltinCarrier(
        "0007",
        Message("Kyungdong Express"),
        "KR",
        "https://kdexp.com/service/delivery/etc/delivery.do?barcode={number}",
        "https://kdexp.com",
    ),
    BuiltinCarrier(
        "0008",
        Message("Daesin Parcel"),
        "KR",
        "https://www.ds3211.co.kr/freight/internalFreightSearch.ht?billno={number}",
        "https://www.ds3211.co.kr",
    ),
    BuiltinCarrier(
        "0009",
        Message("Ilyang Logis"),
        "KR",
        "https://www.ilyanglogis.com/functionality/tracking_result.asp?hawb_no={number}",
        "https://www.ilyanglogis.com",
    ),
    BuiltinCarrier(
        "0010",
        Message("GS Postbox"),
        "KR",
        "https://www.cvsnet.co.kr/invoice/tracking.do?invoice_no={number}",
        "https://www.cvsnet.co.kr",
    ),
    BuiltinCarrier(
        "0011",
        Message("CU Post"),
        "KR",
        "https://www.cupost.co.kr/postbox/delivery/localResult.cupost?invoice_no={number}",
        "https://www.cupost.co.kr",
    ),
    BuiltinCarrier(
        "0012",
        Message("EMS Korea"),
        "KR",
        "https://service.epost.go.kr/trace.RetrieveEmsRigiTraceList.comm?POST_CODE={number}",
        "https://ems.epost.go.kr",
    ),
    BuiltinCarrier(
        "0020",
        Message("Yamato Transport"),
        "JP",
        "https://jizen.kuronekoyamato.co.jp/jizen/servlet/crjz.b.NQ0010?id={number}",
        "https://www.kuronekoyamato.co.jp",
    ),
    BuiltinCarrier(
        "0021",
        Message("Sagawa Express"),
        "JP",
        "https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}",
        "https://www.sagawa-exp.co.jp",
    ),
    BuiltinCarrier(
        "0022",
        Message("Japan Post"),
        "JP",
        "https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={number}",
        "https://www.post.japanpost.jp",
    ),
    BuiltinCarrier(
        "0023",
        Message("Seino"),
        "JP",
        "https://track.seino.co.jp/cgi-bin/gnpquery.pgm?GNPNO1={number}",
        "https://www.seino.co.jp",
    ),
    BuiltinCarrier(
        "0030",
        Message("LBC Express"),
        "PH",
        "https://www.lbcexpress.com/track/?tracking_no={number}",
        "https://www.lbcexpress.com",
    ),
    BuiltinCarrier(
        "0031",
        Message("J&T Express Philippines"),
        "PH",
        "https://www.jtexpress.ph/trajectoryQuery?waybillNo={number}",
        "https://www.jtexpress.ph",
    ),
    BuiltinCarrier(
        "0040",
        Message("Giao Hang Nhanh"),
        "VN",
        "https://donhang.ghn.vn/?order_code={number}",
        "https://ghn.vn",
    ),
    BuiltinCarrier(
        "0041",
        Message("Giao Hang Tiet Kiem"),
        "VN",
        "https://i.ghtk.vn/{number}",
        "https://ghtk.vn",
    ),
    BuiltinCarrier(
        "0042",
        Message("J&T Express Vietnam"),
        "VN",
        "https://jtexpress.vn/vi/tracking?type=track&billcode={number}",
        "https://jtexpress.vn",
    ),
    BuiltinCarrier(
        "0050",
        Message("SF Express"),
        "CN HK TW",
        "https://www.sf-express.com/chn/en/waybill/waybill-detail/{number}",
        "https://www.sf-express.com",
    ),
    BuiltinCarrier(
        "0060",
        Message("USPS"),
        "US",
        "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}",
        "https://www.usps.com",
    ),
    BuiltinCarrier(
        "0070",
        Message("DHL Express"),
        "",
        "https://www.dhl.com/global-en/home/tracking/tracking-express.html?submit=1"
        "&tracking-id={number}",
        "https://www.dhl.com",
    ),
    BuiltinCarrier(
        "0071",
        Message("FedEx"),
        "",
        "https://www.fedex.com/fedextrack/?trknbr={number}",
        "https://www.fedex.com",
    ),
    BuiltinCarrier(
        "0072",
        Message("UPS"),
        "",
        "https://www.ups.com/track?tracknum={number}",
        "https://www.ups.com",
    ),
)
CARRIERS: Final = {each.code: each for each in _ALL}
"""Code -> carrier."""
_BY_NAME: Final = {each.name: each.called for each in _ALL}


def in_language(name: str, language: str) -> str:
    """Return the name of a carrier in a reader's language, such as `ko`; one of a shop as it is."""
    known = _BY_NAME.get(name)
    return name if known is None else known.translate(language)


def require_code(code: str, *, parameter: str) -> None:
    """Raise Invalid (422) for a text that cannot be a carrier's code: codes have four digits.

    Codes that are not built in are accepted (decision 89): the list they are of is not published.
    """
    if _CODE.fullmatch(code) is None:
        raise Invalid(NO_SUCH, parameter=parameter, resource=Phrase("carrier"))
