"""Drawings of goods for desk, garden and outdoors."""

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
    turned,
    veil,
)

LEAF = "#6f9a6b"


def notebook(p: Palette) -> str:
    """A bound notebook with an elastic band."""
    return turned(
        -7,
        rect(106, 66, 210, 282, dark(p.main, 40), r=14),
        rect(102, 62, 208, 278, "#fffaf0", r=12),
        rect(94, 56, 208, 280, p.main, r=14),
        rect(94, 56, 40, 280, dark(p.main, 16), r=14),
        rect(158, 110, 106, 62, light(p.second, 72), r=8),
        line("M176 132 H246 M176 150 H226", p.second, 6),
        rect(276, 56, 12, 280, p.third),
        path("M214 336 h20 v34 l-10 -10 l-10 10 Z", p.third),
    )


def book(p: Palette) -> str:
    """A hardback standing half open."""
    return "".join(
        (
            shadow(142, y=318),
            path(
                "M52 106 Q130 78 200 116 Q270 78 348 106 V306 Q270 282 200 316 Q130 282 52 306 Z",
                p.main,
            ),
            path("M70 98 Q136 74 200 112 V300 Q136 264 70 288 Z", "#fffaf0"),
            path("M330 98 Q264 74 200 112 V300 Q264 264 330 288 Z", "#f6ecd9"),
            line(
                "M92 132 Q136 118 178 138 M92 160 Q136 146 178 166 M92 188 Q136 174 178 194 "
                "M92 216 Q130 204 156 212",
                dark(p.second, 4),
                5,
            ),
            circle(266, 168, 38, light(p.second, 40)),
            path("M236 190 q14 -40 30 -16 q14 -26 30 14 q-28 22 -60 2 Z", p.second),
            line("M226 236 Q266 220 308 232", dark(p.second, 4), 5),
            path("M286 78 h22 v62 l-11 -12 l-11 12 Z", p.third),
        )
    )


def pencil(p: Palette) -> str:
    """Three pencils side by side."""

    def one(dx: int, dy: int, colour: str) -> str:
        return (
            f'<g transform="translate({dx} {dy})">'
            + rect(182, 62, 36, 24, "#e8a9a0", r=8)
            + rect(182, 80, 36, 18, "#c9ccd2")
            + rect(182, 96, 36, 186, colour)
            + rect(182, 96, 12, 186, light(colour, 24))
            + rect(206, 96, 12, 186, dark(colour, 14))
            + path("M182 282 H218 L200 338 Z", "#f0d9b5")
            + path("M192 313 H208 L200 338 Z", dark(colour, 50))
            + "</g>"
        )

    return turned(18, one(-56, 14, p.main), one(0, -8, p.second), one(56, 18, p.third))


def cards(p: Palette) -> str:
    """Cards with an envelope."""
    return "".join(
        (
            shadow(140, y=324),
            '<g transform="rotate(-9 160 180)">',
            rect(82, 64, 190, 140, light(p.main, 78), r=10),
            circle(176, 122, 32, p.second),
            line("M128 178 H224", p.third, 6),
            "</g>",
            '<g transform="rotate(5 240 190)">',
            rect(138, 84, 190, 140, "#fffdf6", r=10),
            path(
                "M233 184 Q178 142 200 120 Q220 104 233 128 Q246 104 266 120 Q288 142 233 184 Z",
                p.third,
            ),
            "</g>",
            rect(70, 168, 260, 154, p.main, r=12),
            path(
                "M70 180 Q70 168 82 168 H318 Q330 168 330 180 L206 258 Q200 262 194 258 Z",
                dark(p.main, 14),
            ),
            circle(200, 252, 19, p.second),
            veil("M84 204 l70 46 l-70 50 Z", 16),
        )
    )


def plant(p: Palette) -> str:
    """A leafy plant in a pot."""
    leaf = "M200 196 Q148 120 196 44 Q252 118 200 196 Z"
    angles = (
        (-62, dark(p.second, 14)),
        (62, dark(p.second, 14)),
        (-32, p.second),
        (32, p.second),
        (0, light(p.second, 14)),
    )
    return "".join(
        (
            shadow(84, y=348),
            *(
                f'<g transform="rotate({angle} 200 220)">{path(leaf, colour)}'
                f"{line('M200 196 V84', light(colour, 30), 4)}</g>"
                for angle, colour in angles
            ),
            path("M132 232 H268 L252 330 Q249 348 232 348 H168 Q151 348 148 330 Z", p.main),
            shade("M236 232 H268 L252 330 Q249 348 232 348 H214 Q234 320 236 232 Z"),
            rect(120, 212, 160, 34, light(p.main, 14), r=10),
            line("M152 290 H246", p.third, 8),
            veil("M146 256 h14 l8 80 q-12 0 -14 -12 Z", 26),
        )
    )


def cactus(p: Palette) -> str:
    """A flowering cactus in a pot."""
    return "".join(
        (
            shadow(76, y=348),
            line("M154 196 H128 Q112 196 112 178 V154", dark(p.second, 12), 32),
            line("M246 170 H270 Q288 170 288 152 V128", dark(p.second, 12), 32),
            rect(154, 78, 92, 190, p.second, r=46),
            line("M182 108 V240 M200 100 V240 M218 108 V240", light(p.second, 26), 4),
            *(
                circle(200 + dx, 74 + dy, 15, p.third)
                for dx, dy in ((-15, 4), (15, 4), (0, -12), (0, 8))
            ),
            circle(200, 74, 8, "#ffe9a8"),
            path("M134 250 H266 L252 332 Q249 348 234 348 H166 Q151 348 148 332 Z", p.main),
            shade("M236 250 H266 L252 332 Q249 348 234 348 H216 Q234 322 236 250 Z"),
            rect(124, 232, 152, 30, light(p.main, 14), r=10),
        )
    )


def watering_can(p: Palette) -> str:
    """A watering can with its rose."""
    return "".join(
        (
            shadow(104, x=216),
            line("M262 158 C356 132 372 268 296 282", dark(p.main), 15),
            path("M164 246 L88 146 L104 132 L180 204 Z", dark(p.main, 8)),
            path("M62 148 L112 108 L122 126 L82 166 Z", p.third),
            line("M60 188 l-6 18 M82 194 l-4 22 M44 172 l-10 12", "#8fb6cf", 6),
            path("M156 160 H292 L304 300 Q306 322 284 322 H164 Q142 322 144 300 Z", p.main),
            path("M150 232 H298 L301 264 H147 Z", p.second),
            shade("M260 160 H292 L304 300 Q306 322 284 322 H250 Q270 260 260 160 Z"),
            oval(224, 160, 68, 18, light(p.main)),
            oval(224, 162, 54, 11, dark(p.main, 34)),
            veil("M170 186 h14 l-6 120 q-18 0 -16 -20 Z", 30),
        )
    )


def tent(p: Palette) -> str:
    """A small tent with its door open."""
    return "".join(
        (
            oval(200, 318, 168, 16, "#9db68c"),
            path("M200 92 L352 314 H276 Z", dark(p.main, 16)),
            path("M200 92 L276 314 H48 Z", p.main),
            path("M196 124 L224 314 H118 Z", dark(p.main, 58)),
            path("M196 124 L118 314 H96 Q156 240 196 124 Z", p.second),
            path("M196 124 L224 314 H240 Q226 220 196 124 Z", p.second),
            line("M200 92 L216 68 M200 92 L184 68", p.third, 7),
            line("M352 314 L370 326 M48 314 L30 326", p.third, 5),
            veil("M186 124 L76 296 h22 Z", 22),
        )
    )


def umbrella(p: Palette) -> str:
    """An open umbrella."""
    return "".join(
        (
            line("M200 60 V316 Q200 346 226 346 Q250 346 250 320", p.third, 11),
            path(
                "M48 204 Q60 80 200 74 Q340 80 352 204 Q328 180 302 204 Q276 180 250 204 "
                "Q226 180 200 204 Q174 180 150 204 Q124 180 98 204 Q72 180 48 204 Z",
                p.main,
            ),
            path("M200 74 Q148 116 150 204 Q124 180 98 204 Q104 118 200 74 Z", p.second),
            path("M200 74 Q252 116 250 204 Q276 180 302 204 Q296 118 200 74 Z", p.second),
            shade("M200 74 Q340 80 352 204 Q328 180 302 204 Q296 118 200 74 Z", 9),
            line("M200 58 V76", p.third, 9),
            veil("M70 172 q16 -52 62 -76 q-32 36 -36 78 q-14 -6 -26 -2 Z", 26),
        )
    )


def flask(p: Palette) -> str:
    """A vacuum flask with a cup for a lid."""
    return "".join(
        (
            shadow(70, y=346),
            path("M160 52 H240 Q248 52 248 62 V112 H152 V62 Q152 52 160 52 Z", p.second),
            rect(146, 106, 108, 18, dark(p.second, 24), r=6),
            path(
                "M142 124 H258 Q268 132 268 148 V318 Q268 346 242 346 H158 Q132 346 132 318 "
                "V148 Q132 132 142 124 Z",
                p.main,
            ),
            rect(132, 176, 136, 12, p.third),
            rect(132, 300, 136, 12, p.third),
            path("M162 272 l26 -44 l16 24 l12 -16 l24 36 Z", light(p.main, 55)),
            circle(232, 220, 10, p.third),
            shade("M236 124 H258 Q268 132 268 148 V318 Q268 346 242 346 H220 Q242 320 242 280 Z"),
            veil("M146 142 h14 v190 q-14 -2 -14 -16 Z", 34),
        )
    )
