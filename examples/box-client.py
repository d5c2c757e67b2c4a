#!/usr/bin/env python3
"""A front end in a few lines: starts an action of a board whose box runs, prints what it prints, and exits with its code.

    examples/box-client.py examples/build.yml build

Documentation/Protocol.md describes the messages.
"""
import json, os, socket, subprocess, sys

VERSION = 7

board, action = os.path.realpath(sys.argv[1]), sys.argv[2]
boxes = subprocess.run([os.environ.get("SIGNALBOX", "signalbox"), "ps", "--json"], capture_output=True, text=True, check=True)
found = next((b for b in map(json.loads, boxes.stdout.splitlines()) if b["board"] == board), None)
if found is None:
    sys.exit(f"{board} has no box: open a panel, or signalbox watch")
# A box of another version refuses a hello, and ends if nothing needs it.
if found["protocol"] != VERSION:
    sys.exit(f"{board}: its box speaks version {found['protocol']} of the protocol, and this client version {VERSION}")
connection = socket.socket(socket.AF_UNIX)
connection.connect(found["socket"])
box = connection.makefile("rw", encoding="utf-8")


def send(request, **fields):
    print(json.dumps({"request": request, **fields}), file=box, flush=True)


send("hello", version=VERSION, kind="run", name="box-client.py")
send("lines", actions=[action])
send("start", id=1, action=action, bytes="lines")
for message in map(json.loads, box):
    if message["event"] == "lines":
        for line in message["lines"]:
            if line.get("kind", "output") == "output":
                print(line["text"], flush=True)
    elif message["event"] == "refusal" or message["event"] == "answer" and "refused" in message:
        sys.exit(f"{action}: refused: {message.get('refused') or message['message']}")
    elif message["event"] == "ended":
        result = message["result"]
        failure = result if isinstance(result, dict) else {}
        sys.exit(0 if result == "succeeded" else failure.get("exit", 1))
sys.exit(f"{action}: the box has ended")
