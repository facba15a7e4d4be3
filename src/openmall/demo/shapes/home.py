"""Drawings of furniture and home goods."""

from openmall.demo.shapes.brush import (
    GROUND,
    Palette,
    circle,
    dark,
    light,
    line,
    oval,
    path,
    rect,
    shade,
    shadow,
    veil,
)


def desk_lamp(p: Palette) -> str:
    """A bent desk lamp throwing a cone of light."""
    return "".join(
        (
            veil("M196 150 L330 322 H196 Z", 45),
            shadow(80, x=150),
            rect(90, 300, 120, 22, p.second, r=11),
            line("M150 302 L112 196 L206 96", dark(p.second, 8), 11),
            circle(112, 196, 13, p.third),
            path("M186 84 L224 70 Q290 96 292 168 L184 152 Q172 112 186 84 Z", p.main),
            shade("M224 70 Q290 96 292 168 L254 162 Q252 112 206 77 Z"),
            oval(238, 162, 54, 12, "#fff3c4"),
            circle(206, 78, 12, p.third),
        )
    )


def pendant(p: Palette) -> str:
    """A lamp hung from the ceiling."""
    return "".join(
        (
            line("M200 0 V118", dark(p.second, 10), 6),
            veil("M112 244 H288 L340 400 H60 Z", 40),
            rect(184, 106, 32, 34, p.third, r=8),
            path("M180 134 H220 Q302 152 312 244 H88 Q98 152 180 134 Z", p.main),
            shade("M220 134 Q302 152 312 244 H252 Q252 160 204 134 Z"),
            rect(82, 238, 236, 14, p.second, r=7),
            veil("M112 226 q10 -54 52 -72 q-24 28 -28 72 Z", 34),
            path("M164 252 A36 36 0 0 0 236 252 Z", "#fff3c4"),
        )
    )


def floor_lamp(p: Palette) -> str:
    """A tall lamp on three legs."""
    return "".join(
        (
            shadow(84, y=352),
            line("M200 170 L132 350", p.second, 10),
            line("M200 170 L268 350", dark(p.second, 22), 10),
            line("M200 170 V352", dark(p.second, 8), 10),
            path("M150 46 H250 L290 176 H110 Z", p.main),
            shade("M226 46 H250 L290 176 H246 Z", 10),
            veil("M158 58 h18 l-20 106 h-28 Z", 34),
            rect(106, 170, 188, 12, p.third, r=6),
            line("M162 270 H238", p.third, 6),
        )
    )


def lantern(p: Palette) -> str:
    """A lantern with a flame behind glass."""
    return "".join(
        (
            shadow(82),
            line("M146 138 Q150 44 200 44 Q250 44 254 138", dark(p.second), 8),
            path("M152 136 L172 96 H228 L248 136 Z", p.main),
            rect(132, 132, 136, 20, dark(p.main, 12), r=8),
            rect(144, 152, 112, 130, "#fff6d8", r=10),
            path("M200 184 Q236 226 220 252 Q200 272 180 252 Q164 226 200 184 Z", p.third),
            path("M200 216 Q216 238 208 252 Q200 260 192 252 Q184 238 200 216 Z", "#fff3c4"),
            line("M170 152 V282 M230 152 V282", p.second, 6),
            path("M132 282 H268 L282 322 H118 Z", p.main),
            shade("M230 282 H268 L282 322 H240 Z"),
            veil("M150 160 h12 v114 h-12 Z", 60),
        )
    )


def chair(p: Palette) -> str:
    """A chair with a curved back and a cushion."""
    return "".join(
        (
            shadow(96, y=350),
            line("M134 236 L116 348 M272 236 L290 348", p.second, 14),
            line("M158 236 L150 320 M248 236 L256 320", dark(p.second, 26), 12),
            line("M136 236 L128 92 M272 236 L278 92", p.second, 13),
            path("M114 72 Q204 44 292 72 L284 148 Q204 124 122 148 Z", p.main),
            shade("M244 60 Q270 64 292 72 L284 148 Q262 142 240 139 Z", 10),
            line("M170 142 L174 224 M236 142 L232 224", dark(p.second, 10), 8),
            path("M114 216 H292 L302 246 Q302 256 290 256 H116 Q104 256 104 246 Z", p.third),
            veil("M124 222 H214 L210 230 H120 Z", 34),
        )
    )


def stool(p: Palette) -> str:
    """A round three-legged stool."""
    return "".join(
        (
            shadow(92, y=342),
            line("M200 196 V316", dark(p.second, 28), 16),
            line("M138 190 L112 338 M262 190 L288 338", p.second, 18),
            line("M128 268 H272", dark(p.second, 12), 9),
            path("M84 160 V182 Q84 212 200 212 Q316 212 316 182 V160 Z", dark(p.main)),
            oval(200, 160, 116, 34, p.main),
            oval(200, 157, 84, 22, light(p.main, 18)),
            oval(200, 157, 52, 12, p.third),
        )
    )


def table(p: Palette) -> str:
    """A table with a vase on it."""
    return "".join(
        (
            shadow(140, y=346),
            line("M112 206 L88 342 M288 206 L312 342", p.second, 16),
            line("M140 206 L132 310 M260 206 L268 310", dark(p.second, 28), 13),
            rect(52, 184, 296, 26, p.main, r=13),
            rect(90, 208, 220, 18, dark(p.main, 20), r=6),
            veil("M66 188 H236 V195 H64 Z", 34),
            path("M222 184 Q204 152 226 132 V116 H252 V132 Q274 152 256 184 Z", p.third),
            line("M238 116 Q234 84 214 64 M240 116 Q244 80 264 58", "#6f8f6a", 5),
            oval(212, 62, 12, 17, "#86a97f"),
            oval(266, 56, 12, 17, "#86a97f"),
        )
    )


def shelf(p: Palette) -> str:
    """An open shelf with a few things on it."""
    spines = ((116, 66, 18), (136, 74, 14), (152, 60, 20))
    return "".join(
        (
            shadow(112, y=352),
            rect(92, 48, 14, 302, p.second, r=5),
            rect(294, 48, 14, 302, dark(p.second, 14), r=5),
            *(
                rect(x, 128 - h, w, h, c, r=3)
                for (x, h, w), c in zip(spines, (p.third, p.main, dark(p.third)), strict=True)
            ),
            circle(252, 102, 26, light(p.main, 25)),
            rect(88, 126, 224, 14, p.main, r=6),
            path("M136 232 L128 186 H184 L176 232 Z", p.third),
            circle(146, 172, 20, "#86a97f"),
            circle(168, 170, 22, "#769a70"),
            rect(220, 192, 60, 40, light(p.second, 30), r=6),
            rect(88, 230, 224, 14, p.main, r=6),
            rect(122, 290, 90, 42, dark(p.third, 10), r=6),
            rect(154, 304, 26, 8, light(p.third, 50), r=4),
            rect(88, 330, 224, 14, p.main, r=6),
        )
    )


def clock(p: Palette) -> str:
    """A wall clock at ten past ten."""
    ticks = "M200 92 V108 M200 292 V308 M92 200 H108 M292 200 H308"
    return "".join(
        (
            f'<circle cx="208" cy="212" r="138" fill="{dark(p.paper, 40)}" fill-opacity=".3"/>',
            circle(200, 200, 138, p.main),
            circle(200, 200, 118, "#fffdf8"),
            line(ticks, dark(p.second), 7),
            line("M200 200 L146 152", p.second, 12),
            line("M200 200 L268 140", p.second, 8),
            line("M200 200 L214 270", p.third, 4),
            circle(200, 200, 11, p.third),
            veil("M76 176 A126 126 0 0 1 166 78 L170 90 A114 114 0 0 0 88 180 Z", 40),
        )
    )


def cushion(p: Palette) -> str:
    """A plump cushion with a stripe."""
    return "".join(
        (
            shadow(128, y=330),
            path(
                "M74 84 Q200 122 326 84 Q300 206 326 322 Q200 288 74 322 Q100 206 74 84 Z", p.main
            ),
            path("M178 102 H222 Q216 206 222 302 H178 Q184 206 178 102 Z", p.second),
            line("M150 104 Q158 206 150 302 M250 104 Q242 206 250 302", p.third, 6),
            shade("M326 84 Q300 206 326 322 Q270 304 222 302 Q296 240 290 93 Z", 10),
            veil("M96 106 q38 14 60 12 q-34 30 -42 82 q0 -50 -18 -94 Z", 30),
        )
    )


def candle(p: Palette) -> str:
    """A candle in a small glass."""
    return "".join(
        (
            f'<circle cx="200" cy="116" r="64" fill="{light(p.third, 30)}" fill-opacity=".4"/>',
            shadow(78),
            path("M200 74 Q228 112 216 134 Q200 150 184 134 Q172 112 200 74 Z", p.third),
            path("M200 104 Q212 122 206 134 Q200 140 194 134 Q188 122 200 104 Z", "#fff3c4"),
            line("M200 138 V170", dark(p.second, 70), 5),
            path("M130 170 H270 V290 Q270 322 238 322 H162 Q130 322 130 290 Z", p.main),
            oval(200, 170, 70, 16, light(p.main, 40)),
            rect(154, 212, 92, 66, light(p.second, 74), r=8),
            line("M172 236 H228 M182 256 H218", p.second, 6),
            shade("M246 182 H270 V290 Q270 322 238 322 H224 Q246 310 246 280 Z"),
            veil("M140 190 h10 v96 q0 14 6 24 q-16 -6 -16 -24 Z", 45),
        )
    )


def vase(p: Palette) -> str:
    """A vase with three stems."""
    stems = "M196 176 Q188 110 150 78 M200 176 V66 M204 176 Q214 116 252 88"
    return "".join(
        (
            shadow(74),
            line(stems, "#7d9a76", 6),
            *(circle(x, y, 21, p.third) for x, y in ((146, 72), (200, 54), (256, 82))),
            *(circle(x, y, 9, light(p.third, 60)) for x, y in ((146, 72), (200, 54), (256, 82))),
            path(
                "M174 158 H226 V186 Q288 214 272 278 Q262 322 226 322 H174 Q138 322 128 278 "
                "Q112 214 174 186 Z",
                p.main,
            ),
            path(
                "M124 250 Q200 274 276 250 Q276 270 272 280 Q200 300 128 280 Q124 268 124 250 Z",
                p.second,
            ),
            shade("M226 186 Q288 214 272 278 Q262 322 226 322 H206 Q262 286 210 190 Z"),
            veil("M146 222 q8 -16 28 -26 q-16 30 -12 60 q-22 -10 -16 -34 Z", 38),
            oval(200, 158, 30, 9, light(p.main)),
        )
    )


def folded(p: Palette) -> str:
    """Folded cloth, tied in a bundle."""
    rows = ((264, p.main), (212, p.second), (160, p.main))
    return "".join(
        (
            shadow(132, y=GROUND + 2),
            *(rect(78, y, 244, 56, colour, r=26) for y, colour in rows),
            *(line(f"M110 {y + 38} H300", dark(colour, 14), 4) for y, colour in rows),
            *(line(f"M108 {y + 18} H190", light(colour, 40), 5) for y, colour in rows),
            rect(188, 156, 26, 166, p.third, r=4),
            path(
                "M200 158 Q140 96 134 132 Q132 162 200 158 Q268 162 266 132 Q260 96 200 158 Z",
                p.third,
            ),
            circle(201, 156, 14, dark(p.third, 12)),
        )
    )
