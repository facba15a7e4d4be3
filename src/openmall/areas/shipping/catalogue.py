"""Carriers openmall knows: who carries parcels where shops are, and where a parcel is looked up."""

from typing import Final

from msgspec import Struct

NUMBER: Final = "{number}"
"""Where the number of a parcel goes in the address at which it is looked up."""


class Known(Struct, frozen=True):
    """A carrier that shops need only name by its code."""

    code: str
    name: str
    countries: str
    """Country codes parted by blanks; empty: all over the world."""
    track: str
    homepage: str


OWN: Final = "0001"
"""Code of a carrier that openmall does not know: the shop says its name and address."""

_ALL: Final = (
    Known(
        "0002",
        "CJ Logistics",
        "KR",
        "https://trace.cjlogistics.com/next/tracking.html?wblNo={number}",
        "https://www.cjlogistics.com",
    ),
    Known(
        "0003",
        "Hanjin",
        "KR",
        "https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR"
        "&wblnumText2={number}",
        "https://www.hanjin.com",
    ),
    Known(
        "0004",
        "Lotte Global Logistics",
        "KR",
        "https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo={number}",
        "https://www.lotteglogis.com",
    ),
    Known(
        "0005",
        "Korea Post",
        "KR",
        "https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1={number}",
        "https://www.epost.go.kr",
    ),
    Known(
        "0006",
        "Logen",
        "KR",
        "https://www.ilogen.com/web/personal/trace/{number}",
        "https://www.ilogen.com",
    ),
    Known(
        "0007",
        "Kyungdong Express",
        "KR",
        "https://kdexp.com/service/delivery/etc/delivery.do?barcode={number}",
        "https://kdexp.com",
    ),
    Known(
        "0008",
        "Daesin Parcel",
        "KR",
        "https://www.ds3211.co.kr/freight/internalFreightSearch.ht?billno={number}",
        "https://www.ds3211.co.kr",
    ),
    Known(
        "0009",
        "Ilyang Logis",
        "KR",
        "https://www.ilyanglogis.com/functionality/tracking_result.asp?hawb_no={number}",
        "https://www.ilyanglogis.com",
    ),
    Known(
        "0010",
        "GS Postbox",
        "KR",
        "https://www.cvsnet.co.kr/invoice/tracking.do?invoice_no={number}",
        "https://www.cvsnet.co.kr",
    ),
    Known(
        "0011",
        "CU Post",
        "KR",
        "https://www.cupost.co.kr/postbox/delivery/localResult.cupost?invoice_no={number}",
        "https://www.cupost.co.kr",
    ),
    Known(
        "0012",
        "EMS Korea",
        "KR",
        "https://service.epost.go.kr/trace.RetrieveEmsRigiTraceList.comm?POST_CODE={number}",
        "https://ems.epost.go.kr",
    ),
    Known(
        "0020",
        "Yamato Transport",
        "JP",
        "https://jizen.kuronekoyamato.co.jp/jizen/servlet/crjz.b.NQ0010?id={number}",
        "https://www.kuronekoyamato.co.jp",
    ),
    Known(
        "0021",
        "Sagawa Express",
        "JP",
        "https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}",
        "https://www.sagawa-exp.co.jp",
    ),
    Known(
        "0022",
        "Japan Post",
        "JP",
        "https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={number}",
        "https://www.post.japanpost.jp",
    ),
    Known(
        "0023",
        "Seino",
        "JP",
        "https://track.seino.co.jp/cgi-bin/gnpquery.pgm?GNPNO1={number}",
        "https://www.seino.co.jp",
    ),
    Known(
        "0030",
        "LBC Express",
        "PH",
        "https://www.lbcexpress.com/track/?tracking_no={number}",
        "https://www.lbcexpress.com",
    ),
    Known(
        "0031",
        "J&T Express Philippines",
        "PH",
        "https://www.jtexpress.ph/trajectoryQuery?waybillNo={number}",
        "https://www.jtexpress.ph",
    ),
    Known(
        "0040",
        "Giao Hang Nhanh",
        "VN",
        "https://donhang.ghn.vn/?order_code={number}",
        "https://ghn.vn",
    ),
    Known("0041", "Giao Hang Tiet Kiem", "VN", "https://i.ghtk.vn/{number}", "https://ghtk.vn"),
    Known(
        "0042",
        "J&T Express Vietnam",
        "VN",
        "https://jtexpress.vn/vi/tracking?type=track&billcode={number}",
        "https://jtexpress.vn",
    ),
    Known(
        "0050",
        "SF Express",
        "CN HK TW",
        "https://www.sf-express.com/chn/en/waybill/waybill-detail/{number}",
        "https://www.sf-express.com",
    ),
    Known(
        "0060",
        "USPS",
        "US",
        "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}",
        "https://www.usps.com",
    ),
    Known(
        "0070",
        "DHL Express",
        "",
        "https://www.dhl.com/global-en/home/tracking/tracking-express.html?submit=1"
        "&tracking-id={number}",
        "https://www.dhl.com",
    ),
    Known(
        "0071",
        "FedEx",
        "",
        "https://www.fedex.com/fedextrack/?trknbr={number}",
        "https://www.fedex.com",
    ),
    Known("0072", "UPS", "", "https://www.ups.com/track?tracknum={number}", "https://www.ups.com"),
)
KNOWN: Final = {each.code: each for each in _ALL}
"""Code -> carrier."""
