#!/usr/bin/env python3
"""Writes NAME.txt for each recording: what the terminal emulator pyte (`pip install pyte`) shows of its bytes.

The terminal is as wide as the recorded one, and so high that no row leaves it. A bare newline begins the next line.
What is written between saving and restoring the position of the cursor is left out: apt-get draws its bar there, at
the bottom of the terminal.
"""
import pathlib, re, sys
import pyte, pyte.modes

HERE = pathlib.Path(__file__).resolve().parent

for name in sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.bytes")):
    screen = pyte.Screen(80, 3000)
    screen.set_mode(pyte.modes.LNM)
    stream = pyte.ByteStream(screen)
    stream.feed(re.sub(rb"\x1b7.*?\x1b8", b"", (HERE / f"{name}.bytes").read_bytes(), flags=re.DOTALL))
    rows = [row.rstrip() for row in screen.display]
    while rows and not rows[-1]:
        rows.pop()
    (HERE / f"{name}.txt").write_text("".join(row + "\n" for row in rows))
