"""Drawings of kitchenware."""

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


def mug(p: Palette) -> str:
    """A mug with a glazed band and a wisp of steam."""
    return "".join(
        (
            shadow(92),
            line("M180 118 q-12 -18 0 -34 t0 -32", light(p.main, 65), 7),
            line("M214 118 q-12 -18 0 -34 t0 -32", light(p.main, 65), 7),
            line("M266 186 C334 178 330 276 256 270", dark(p.main), 20),
            path("M126 150 H274 V268 Q274 322 226 322 H174 Q126 322 126 268 Z", p.main),
            path("M126 214 H274 V246 H126 Z", p.second),
            shade("M236 150 H274 V268 Q274 322 226 322 H210 Q240 310 238 268 Z"),
            veil("M142 172 h16 v96 q0 22 12 38 q-28 -6 -28 -40 Z", 32),
            oval(200, 150, 74, 18, light(p.main)),
            oval(200, 153, 61, 12, p.third),
        )
    )


def bowl(p: Palette) -> str:
    """A wide bowl on a small foot."""
    return "".join(
        (
            shadow(84),
            path("M158 296 H242 L250 322 H150 Z", dark(p.main)),
            path("M70 190 Q76 304 176 306 H224 Q324 304 330 190 Z", p.main),
            path("M76 226 Q200 262 324 226 L318 248 Q200 286 82 248 Z", p.second),
            shade("M330 190 Q324 304 224 306 H204 Q286 292 294 204 Z"),
            veil("M96 216 q8 54 52 76 q-46 -8 -60 -66 Z", 30),
            oval(200, 190, 130, 34, light(p.main)),
            oval(200, 194, 114, 26, p.third),
        )
    )


def plate(p: Palette) -> str:
    """A plate seen from above, with a painted rim and one sprig."""
    leaves = "".join(
        path(f"M200 {y} q{dx} -20 {dx * 2} -4 q{-dx} 18 {-dx * 2} 4 Z", p.third)
        for y, dx in ((236, 20), (236, -20), (206, 18), (206, -18), (178, 14), (178, -14))
    )
    return "".join(
        (
            f'<circle cx="206" cy="214" r="142" fill="{dark(p.paper, 26)}" fill-opacity=".35"/>',
            circle(200, 200, 142, p.main),
            circle(200, 200, 128, p.second),
            circle(200, 200, 117, p.main),
            circle(200, 200, 92, dark(p.main, 6)),
            circle(200, 202, 88, light(p.main, 45)),
            line("M200 262 V152", p.third, 5),
            leaves,
            veil("M84 150 A126 126 0 0 1 190 76 L192 90 A112 112 0 0 0 98 156 Z", 45),
        )
    )


def teapot(p: Palette) -> str:
    """A round teapot with a wooden knob."""
    return "".join(
        (
            shadow(104),
            line("M122 204 C52 186 52 292 132 286", dark(p.main), 18),
            path("M266 226 Q306 214 312 160 L340 156 Q336 262 266 284 Z", dark(p.main, 8)),
            path(
                "M200 160 C300 160 312 240 290 284 Q272 322 200 322 Q128 322 110 284 "
                "C88 240 100 160 200 160 Z",
                p.main,
            ),
            shade("M244 170 C306 186 308 244 290 284 Q272 322 200 322 Q276 300 244 170 Z"),
            path("M104 236 Q200 262 296 236 L297 252 Q200 280 103 252 Z", p.second),
            path("M146 168 Q200 116 254 168 Q200 184 146 168 Z", light(p.main, 20)),
            circle(200, 130, 15, p.third),
            veil("M128 206 q14 -26 44 -32 q-30 26 -34 62 q-14 -10 -10 -30 Z", 35),
        )
    )


def glass(p: Palette) -> str:
    """A clear tumbler, half filled."""
    return "".join(
        (
            shadow(66),
            path(
                "M128 108 H272 L254 308 Q253 322 238 322 H162 Q147 322 146 308 Z", light(p.main, 60)
            ),
            path("M136 192 H264 L254 304 Q252 314 238 314 H162 Q148 314 146 304 Z", p.second),
            oval(200, 192, 64, 12, light(p.second, 35)),
            circle(176, 238, 9, light(p.second)),
            circle(214, 270, 7, light(p.second)),
            circle(228, 226, 6, light(p.second)),
            line("M222 190 L262 66", p.third, 9),
            oval(200, 108, 72, 14, light(p.main, 82)),
            oval(200, 110, 63, 9, light(p.main, 40)),
            veil("M146 124 h18 l14 182 h-14 Z", 55),
        )
    )


def pan(p: Palette) -> str:
    """A frying pan from above, an egg in it."""
    return turned(
        -38,
        rect(186, 270, 28, 118, p.third, r=14),
        circle(200, 372, 5, dark(p.third, 40)),
        rect(190, 252, 20, 30, dark(p.main, 40)),
        circle(200, 164, 112, dark(p.main, 10)),
        circle(200, 164, 98, light(p.main, 12)),
        path(
            "M150 160 q-4 -44 36 -46 q46 -14 58 22 q26 26 -4 52 q-14 34 -50 22 q-42 0 -40 -50 Z",
            "#fffaf0",
        ),
        circle(196, 160, 24, p.second),
        circle(189, 152, 7, light(p.second, 55)),
    )


def pot(p: Palette) -> str:
    """A heavy pot with two ears and a lid."""
    return "".join(
        (
            shadow(120),
            line("M88 226 q-34 0 -30 28 q2 18 34 16", dark(p.main, 30), 15),
            line("M312 226 q34 0 30 28 q-2 18 -34 16", dark(p.main, 30), 15),
            path("M84 196 H316 V284 Q316 322 276 322 H124 Q84 322 84 284 Z", p.main),
            shade("M272 196 H316 V284 Q316 322 276 322 H226 Q272 310 272 270 Z"),
            veil("M102 214 h18 v66 q0 20 16 32 q-34 -4 -34 -34 Z", 28),
            path("M82 186 Q92 128 200 126 Q308 128 318 186 Z", light(p.main, 16)),
            rect(74, 182, 252, 18, p.second, r=9),
            path("M176 128 q-2 -32 24 -32 q26 0 24 32 Z", p.third),
            veil("M110 174 q16 -30 66 -36 q-32 16 -38 36 Z", 34),
        )
    )


def board(p: Palette) -> str:
    """A chopping board with a handle hole and a sliced tomato."""
    return turned(
        14,
        rect(112, 92, 186, 254, dark(p.main, 30), r=30),
        rect(106, 84, 186, 254, p.main, r=30),
        rect(166, 44, 66, 64, p.main, r=26),
        circle(199, 72, 13, p.paper),
        line("M132 130 Q150 220 130 312", dark(p.main, 10), 4),
        line("M168 116 Q186 220 164 322", dark(p.main, 10), 4),
        line("M262 116 Q246 210 266 318", dark(p.main, 10), 4),
        circle(206, 232, 48, p.second),
        circle(206, 232, 40, light(p.second, 40)),
        *(
            oval(206 + dx, 232 + dy, 9, 9, p.third)
            for dx, dy in ((-18, -14), (18, -14), (0, 20), (-20, 12), (20, 12))
        ),
    )


def apron(p: Palette) -> str:
    """An apron with a pocket, hung by its neck."""
    return "".join(
        (
            line("M152 112 Q160 44 200 44 Q240 44 248 112", p.second, 10),
            line("M112 200 Q66 216 60 262", p.second, 9),
            line("M288 200 Q334 216 340 262", p.second, 9),
            path(
                "M150 106 H250 Q252 168 292 190 V322 Q292 340 274 340 H126 Q108 340 108 322 "
                "V190 Q148 168 150 106 Z",
                p.main,
            ),
            shade("M250 106 Q252 168 292 190 V322 Q292 340 274 340 H252 Q268 240 226 106 Z", 9),
            line("M224 236 V176", p.third, 8),
            oval(224, 166, 14, 20, p.third),
            rect(148, 220, 104, 76, light(p.main, 20), r=12),
            line("M148 240 H252", p.second, 6),
            line("M158 116 H242", p.second, 6),
        )
    )
