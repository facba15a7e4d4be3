"""Drawings of clothes, shoes and bags."""

from openmall.demo.shapes.brush import (
    INK,
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
    turned,
    veil,
)


def shirt(p: Palette) -> str:
    """A buttoned shirt with short sleeves."""
    return "".join(
        (
            path(
                "M150 74 L84 108 L48 190 L104 214 L118 186 V322 Q118 336 132 336 H268 "
                "Q282 336 282 322 V186 L296 214 L352 190 L316 108 L250 74 Z",
                p.main,
            ),
            shade("M282 186 V322 Q282 336 268 336 H246 Q262 240 252 130 L282 170 Z"),
            path("M150 74 Q200 116 250 74 L232 66 Q200 82 168 66 Z", dark(p.main, 24)),
            path("M150 74 L200 112 L176 142 L134 88 Z", light(p.second, 10)),
            path("M250 74 L200 112 L224 142 L266 88 Z", p.second),
            line("M200 116 V334", dark(p.main, 16), 3),
            *(circle(200, y, 6, p.third) for y in (162, 208, 254, 300)),
            rect(222, 170, 40, 44, light(p.main, 18), r=6),
            line("M52 186 L106 208 M348 186 L294 208", p.second, 8),
        )
    )


def sweater(p: Palette) -> str:
    """A knitted sweater with a patterned yoke."""
    zigzag = "M126 172 l18 18 l18 -18 l19 18 l19 -18 l19 18 l19 -18 l18 18 l18 -18"
    return "".join(
        (
            path(
                "M148 78 L92 104 Q72 116 64 150 L40 296 L86 306 L114 192 V330 H286 V192 "
                "L314 306 L360 296 L336 150 Q328 116 308 104 L252 78 Z",
                p.main,
            ),
            shade("M286 192 V330 H248 Q272 240 250 100 L272 150 Z", 10),
            path("M114 166 Q200 182 286 166 V212 Q200 228 114 212 Z", p.second),
            line(zigzag, p.third, 7),
            path("M148 78 Q200 124 252 78 L238 64 Q200 92 162 64 Z", dark(p.second, 6)),
            rect(114, 318, 172, 22, dark(p.second, 6), r=8),
            line("M44 288 L86 298 M356 288 L314 298", p.second, 16),
            line("M150 236 V304 M200 240 V304 M250 236 V304", light(p.main, 22), 4),
        )
    )


def socks(p: Palette) -> str:
    """A pair of socks."""

    def sock(dx: int, dy: int) -> str:
        return (
            f'<g transform="translate({dx} {dy})">'
            + path(
                "M120 70 H200 V208 L262 254 Q288 276 270 304 Q254 326 222 314 L136 262 "
                "Q118 250 120 224 Z",
                p.main,
            )
            + rect(114, 62, 92, 38, p.second, r=10)
            + path(
                "M262 254 Q288 276 270 304 Q254 326 222 314 L216 311 Q226 270 256 250 Z", p.second
            )
            + line("M124 128 H198 M124 152 H198", p.third, 8)
            + path("M120 214 Q152 216 158 274 L136 262 Q118 250 120 224 Z", dark(p.main, 16))
            + "</g>"
        )

    return sock(48, -8) + sock(-26, 22)


def hat(p: Palette) -> str:
    """A wide-brimmed hat with a ribbon."""
    return "".join(
        (
            shadow(140, y=300),
            oval(200, 264, 164, 40, dark(p.main)),
            oval(200, 256, 164, 38, p.main),
            path(
                "M112 252 Q112 112 178 116 Q200 128 222 116 Q288 112 288 252 Q200 282 112 252 Z",
                light(p.main, 12),
            ),
            shade("M222 116 Q288 112 288 252 Q262 262 236 264 Q266 180 222 116 Z", 10),
            path("M112 222 Q200 254 288 222 V252 Q200 284 112 252 Z", p.second),
            path("M262 232 l46 -18 l-8 28 l14 24 l-48 -12 Z", p.third),
            veil("M132 212 q0 -64 32 -82 q-14 38 -12 88 Z", 28),
        )
    )


def scarf(p: Palette) -> str:
    """A scarf looped once, its fringes hanging."""
    fringe = " ".join(f"M{x} 318 v26" for x in range(140, 196, 13))
    fringe_right = " ".join(f"M{x} 284 v24" for x in range(222, 276, 13))
    return "".join(
        (
            path("M214 150 H282 V286 H214 Z", dark(p.main, 10)),
            line(fringe_right, dark(p.second, 8), 6),
            line("M216 224 H280 M216 248 H280", p.second, 11),
            path("M96 128 Q98 72 200 72 Q302 72 304 128 Q306 190 200 194 Q94 190 96 128 Z", p.main),
            oval(200, 116, 66, 24, dark(p.main, 34)),
            path("M132 160 Q166 200 204 170 L200 320 H132 Z", p.main),
            line("M136 250 H198 M135 276 H198", p.second, 11),
            line("M136 230 H198", p.third, 5),
            line(fringe, p.second, 6),
            line("M112 152 Q150 178 206 178 Q262 178 290 150", p.third, 5),
            veil("M112 122 q6 -28 46 -38 q-26 18 -24 46 q-16 8 -22 -8 Z", 28),
        )
    )


def tote(p: Palette) -> str:
    """A cloth bag with long handles."""
    return "".join(
        (
            shadow(110, y=344),
            line("M150 156 Q150 50 200 50 Q250 50 250 156", dark(p.second, 24), 12),
            path("M96 140 H304 L318 326 Q318 342 302 342 H98 Q82 342 82 326 Z", p.main),
            shade("M266 140 H304 L318 326 Q318 342 302 342 H256 Q282 250 266 140 Z", 9),
            line("M140 196 V150 Q140 62 200 62 Q260 62 260 150 V196", p.second, 12),
            line("M98 156 H302", dark(p.main, 14), 4),
            circle(200, 258, 44, p.second),
            path("M200 224 Q236 256 200 294 Q164 256 200 224 Z", p.third),
            line("M200 238 V284", light(p.third, 50), 4),
        )
    )


def backpack(p: Palette) -> str:
    """A backpack with a front pocket."""
    return "".join(
        (
            shadow(104, y=342),
            line("M168 78 Q170 46 200 46 Q230 46 232 78", dark(p.second), 12),
            rect(76, 190, 40, 122, dark(p.main, 26), r=18),
            rect(284, 190, 40, 122, dark(p.main, 26), r=18),
            path(
                "M102 150 Q102 70 200 70 Q298 70 298 150 V312 Q298 340 270 340 H130 "
                "Q102 340 102 312 Z",
                p.main,
            ),
            shade("M262 88 Q298 108 298 150 V312 Q298 340 270 340 H246 Q272 210 262 88 Z", 10),
            rect(128, 222, 144, 96, p.second, r=20),
            line("M142 250 H258", dark(p.second, 24), 5),
            rect(192, 250, 16, 26, p.third, r=5),
            line("M118 170 H282", dark(p.main, 22), 6),
            rect(150, 164, 14, 52, p.third, r=5),
            rect(236, 164, 14, 52, p.third, r=5),
            veil("M122 152 q2 -42 36 -56 q-18 24 -18 56 Z", 28),
        )
    )


def pouch(p: Palette) -> str:
    """A flat zipped pouch."""
    return turned(
        -8,
        f'<ellipse cx="200" cy="312" rx="130" ry="12" fill="{INK}" fill-opacity=".14"/>',
        path(
            "M68 138 Q68 124 84 124 H316 Q332 124 332 138 L322 288 Q320 308 300 308 H100 "
            "Q80 308 78 288 Z",
            p.main,
        ),
        path("M74 220 Q200 250 326 220 L322 288 Q320 308 300 308 H100 Q80 308 78 288 Z", p.second),
        rect(74, 140, 252, 12, dark(p.main, 24), r=6),
        line("M84 146 H316", light(p.third, 40), 3),
        path("M300 146 l26 34 l-12 10 l-22 -38 Z", p.third),
        veil("M92 166 h24 l6 44 q-18 -2 -26 -6 Z", 30),
    )
