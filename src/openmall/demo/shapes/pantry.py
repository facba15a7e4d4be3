"""Drawings of food."""

from openmall.demo.shapes.brush import (
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


def jar(p: Palette) -> str:
    """A filled jar under a cloth cap."""
    return "".join(
        (
            shadow(92),
            path(
                "M122 132 H278 Q294 150 294 176 V294 Q294 322 266 322 H134 Q106 322 106 294 "
                "V176 Q106 150 122 132 Z",
                light(p.main, 55),
            ),
            path("M114 176 Q200 160 286 176 V294 Q286 314 266 314 H134 Q114 314 114 294 Z", p.main),
            rect(132, 204, 136, 76, "#fffaf0", r=10),
            circle(200, 228, 14, p.third),
            line("M164 260 H236", p.second, 6),
            veil("M120 186 h10 v112 q-10 -2 -10 -14 Z", 50),
            shade("M272 172 L286 176 V294 Q286 314 266 314 H256 Q272 306 272 286 Z"),
            path(
                "M104 120 L122 72 Q200 52 278 72 L296 120 Q282 134 268 122 Q252 136 234 124 "
                "Q218 138 200 124 Q182 138 166 124 Q148 136 132 122 Q118 134 104 120 Z",
                p.second,
            ),
            line("M116 104 Q200 122 284 104", p.third, 6),
        )
    )


def packet(p: Palette) -> str:
    """A paper packet with a folded top and a label."""
    return "".join(
        (
            shadow(92, y=340),
            path("M118 108 H282 L296 326 Q296 340 282 340 H118 Q104 340 104 326 Z", p.main),
            shade("M250 108 H282 L296 326 Q296 340 282 340 H246 Q262 240 250 108 Z", 10),
            rect(112, 62, 176, 52, dark(p.main, 14), r=8),
            line("M124 88 H276", light(p.main, 22), 4),
            rect(138, 162, 124, 122, "#fffaf0", r=14),
            oval(200, 208, 24, 30, p.second),
            line("M204 182 q-16 26 -4 52", light(p.second, 60), 5),
            line("M166 258 H234", p.third, 7),
            veil("M126 126 h14 l-8 198 h-14 Z", 26),
        )
    )


def tin(p: Palette) -> str:
    """A round tin with a lid."""
    return "".join(
        (
            shadow(104),
            path("M92 168 H308 V294 Q308 322 200 322 Q92 322 92 294 Z", p.main),
            path("M92 208 Q200 234 308 208 V272 Q200 298 92 272 Z", p.second),
            path(
                "M200 228 l9 17 l19 1 l-13 14 l4 18 l-19 -8 l-19 8 l4 -18 l-13 -14 l19 -1 Z",
                p.third,
            ),
            shade("M268 170 H308 V294 Q308 316 254 320 Q268 300 268 280 Z"),
            path("M84 126 H316 V168 Q316 194 200 194 Q84 194 84 168 Z", light(p.main, 14)),
            oval(200, 126, 116, 30, light(p.main, 34)),
            oval(200, 123, 92, 20, light(p.main, 48)),
            veil("M104 214 h16 v80 q-12 -2 -16 -8 Z", 32),
        )
    )


def bottle(p: Palette) -> str:
    """A slim bottle with a cork and a label."""
    return "".join(
        (
            shadow(66, y=344),
            rect(184, 40, 32, 40, p.third, r=8),
            path(
                "M180 74 H220 V132 Q262 158 262 200 V318 Q262 344 236 344 H164 "
                "Q138 344 138 318 V200 Q138 158 180 132 Z",
                p.main,
            ),
            rect(174, 72, 52, 16, dark(p.main, 24), r=8),
            rect(138, 216, 124, 84, light(p.second, 80), r=2),
            rect(138, 216, 124, 12, p.second),
            line("M164 254 H236 M178 276 H222", p.second, 6),
            shade(
                "M220 132 Q262 158 262 200 V318 Q262 344 236 344 H222 Q244 300 236 200 "
                "Q234 160 212 140 Z"
            ),
            veil("M154 204 q2 -30 28 -48 q-12 26 -12 52 v112 q-16 -4 -16 -20 Z", 34),
        )
    )
