#!/usr/bin/env python3
"""Plays agents that die, boxes that die, floods and nonsense against `signalbox mcp`, and prints what held.

    trouble.py PROGRAM [presses] [lines]      by default 400 presses and 20000 lines of nonsense
    trouble.py PROGRAM short                  a few of all, as for each change

The client speaks the protocol itself, so that nothing is needed but Python. Prints a line for each thing that must hold,
and ends with 1 if one does not. .ci/agents runs it.
"""
import json
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1])
IS_SHORT = sys.argv[2:] == ["short"]
NUMBERS = [100, 2_000] if IS_SHORT else [int(word) for word in sys.argv[2:]]
PRESSES, LINES = NUMBERS + [400, 20_000][len(NUMBERS):]
# How long something may take that has to happen: longer than on any machine.
LIMIT = 300
failures = 0

WORK = 'mkdir busy || echo "$SIGNALBOX_ACTION" >> overlaps; echo "$SIGNALBOX_ACTION $SIGNALBOX_RUN" >> starts; rmdir busy'
BOARD = f"""
title: Trouble
actions:
  one: {{ key: 1, run: '{WORK}', enabled-if: '!two.running' }}
  two: {{ key: 2, run: '{WORK}', enabled-if: '!one.running' }}
  long: {{ run: exec sleep 600 }}
  deploy: {{ run: echo deployed >> deployments, confirm: Deploy? }}
  flood: {{ run: 'while :; do seq 400; sleep 0.02; done' }}
"""


def expect(what, holds, seen=""):
    global failures
    print(("ok    " if holds else "FAILS ") + what + ("" if holds else f": {str(seen)[:600]}"), flush=True)
    failures += not holds


def until(what, condition):
    """Waits until something holds, and says so if it never does."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    expect(what, False, "never")
    return None


class Scene:
    """A board in a directory of its own, whose box ends with it."""

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="agents-")
        self.environment = {**os.environ, "XDG_STATE_HOME": f"{self.directory}/state", "TERM": "xterm-256color"}
        self.path = f"{self.directory}/signalbox.yml"
        self.write(BOARD)

    def write(self, text):
        with open(self.path + ".new", "w") as file:
            file.write(text)
        os.rename(self.path + ".new", self.path)

    def lines(self, name):
        try:
            with open(f"{self.directory}/{name}") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def signalbox(self, *words):
        return subprocess.run(
            [PROGRAM, *words, "--board", self.path], cwd=self.directory, env=self.environment, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, timeout=LIMIT)

    def box(self):
        listed = subprocess.run(
            [PROGRAM, "ps", "--json"], env=self.environment, capture_output=True, text=True, timeout=LIMIT).stdout
        path = os.path.realpath(self.path)
        return next((b["pid"] for b in map(json.loads, listed.splitlines()) if b["board"] == path), None)

    def state(self, action):
        line = self.signalbox("list", "--json").stdout.splitlines()
        return next((entry["state"] for entry in map(json.loads, line) if entry.get("action") == action), None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.signalbox("stop", "--now")
        shutil.rmtree(self.directory, ignore_errors=True)


class Agent:
    """A program that works with the board by the protocol."""

    META = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "trouble", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }

    def __init__(self, scene, *words):
        self.process = subprocess.Popen(
            [PROGRAM, "mcp", "--board", scene.path, *words], cwd=scene.directory, env=scene.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.answers, self.notices, self.last = {}, [], 0
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            self.heard(message)
            with self.news:
                if "id" in message and "method" not in message:
                    self.answers[message["id"]] = message
                else:
                    self.notices.append(message)
                self.news.notify_all()

    def heard(self, message):
        """Called for each message of the server."""

    def send(self, method, **params):
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": {**params, "_meta": self.META}}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.last

    def call(self, tool, **arguments):
        return self.send("tools/call", name=tool, arguments=arguments)

    def answer(self, number, limit=LIMIT):
        """The text of an answer, and whether it is an error; None if there is none in time."""
        with self.news:
            if not self.news.wait_for(lambda: number in self.answers, limit):
                return None
            message = self.answers[number]
        if "error" in message:
            return message["error"]["message"], True
        result = message["result"]
        return "".join(part.get("text", "") for part in result.get("content", [])), result.get("isError", False)

    def notice(self, method, since=0, limit=LIMIT):
        with self.news:
            return self.news.wait_for(lambda: any(n["method"] == method for n in self.notices[since:]), limit)

    def ask(self, tool, **arguments):
        return self.answer(self.call(tool, **arguments)) or ("no answer", True)

    def end(self):
        self.process.stdin.close()
        try:
            return self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


class Panel:
    """A panel in a terminal that somebody reads."""

    def __init__(self, scene):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(scene.directory)
            os.execve(PROGRAM, [PROGRAM, "--board", scene.path], scene.environment)
        self.text = b""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                text = os.read(self.terminal, 65_536)
            except OSError:
                return
            if not text:
                return
            self.text = (self.text + text)[-1_000_000:]

    def shows(self, text):
        return text.encode() in self.text

    def press(self, key):
        os.write(self.terminal, key.encode())

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def contend():
    """Four agents and four panels press two actions that exclude each other."""
    with Scene() as scene:
        panels = [Panel(scene) for _ in range(4)]
        for panel in panels:
            until("a panel shows the board", lambda: panel.shows("Trouble"))
        began, ended, over, left = {}, set(), threading.Event(), []
        counts, lock = {"agents": 0, "panels": 0}, threading.Lock()

        def look():
            for line in scene.signalbox("record", "--json").stdout.splitlines():
                entry = json.loads(line)
                if entry["what"] == "started":
                    began[entry["at"], entry["action"]] = entry["who"]["kind"]
                # The number of a run that has to wait for its turn is not known before.
                elif entry["what"] == "ended":
                    ended.add(f'{entry["action"]} {entry.get("run")}')

        def count(who):
            with lock:
                counts[who] += 1

        def press():
            while not over.is_set():
                agent = Agent(scene)
                # More would be refused in the same minute: another one takes its place.
                for _ in range(30):
                    if over.is_set():
                        break
                    text, _ = agent.ask("press", action=random.choice(["one", "two"]), tail=0)
                    if "presses in a minute" in text:
                        expect("30 presses in a minute are taken", False, text)
                    count("agents")
                left.append(agent.end())

        def type_keys(panel):
            while not over.is_set():
                # Enter or n would answer what is asked when a key meets a run.
                panel.press(random.choice("12") + "\x1b")
                count("panels")
                over.wait(random.uniform(0, 0.4))

        threads = [threading.Thread(target=press) for _ in range(4)]
        threads += [threading.Thread(target=type_keys, args=[panel]) for panel in panels]
        for thread in threads:
            thread.start()
        while sum(counts.values()) < PRESSES:
            look()
            time.sleep(0.5)
        over.set()
        for thread in threads:
            thread.join()
        until("everything ends", lambda: {scene.state("one"), scene.state("two")}.isdisjoint({"running", "waiting"}))
        look()
        starts = scene.lines("starts")
        by = lambda kind: sum(who == kind for who in began.values())
        print(
            f"      {counts['agents']} presses of {len(left)} agents, four at a time, and {counts['panels']} of panels:"
            f" {len(starts)} starts, {by('agent')} of agents and {by('panel')} of panels")
        expect("what excludes each other never ran at the same time", not scene.lines("overlaps"), scene.lines("overlaps"))
        expect("agents and panels have started something", by("agent") and by("panel"), set(began.values()))
        expect("each run is in the record, and nothing else", ended == set(starts), ended ^ set(starts))
        expect("each start is in the record, and nothing else", len(began) == len(starts), (len(began), len(starts)))
        expect("all agents leave with 0", set(left) == {0}, left)
        for panel in panels:
            panel.end()


STATES = {
    "press": lambda agent: agent.call("press", action="long", wait_seconds=600),
    "wait": lambda agent: agent.call("wait", guard="deploy.succeeded", wait_seconds=600),
    "petition": lambda agent: agent.call("press", action="deploy", wait_seconds=600),
    "listen": lambda agent: agent.send(
        "subscriptions/listen",
        notifications={"toolsListChanged": True, "resourceSubscriptions": ["signalbox://output/long"]}),
}

EVENTS = ["agent killed", "box killed", "box stopped", "board broken"]


def reach(scene, name):
    """An agent that waits in one of the states, with a panel that shows its question."""
    panel, agent = Panel(scene), Agent(scene)
    until("a panel shows the board", lambda: panel.shows("Trouble"))
    call = STATES[name](agent)
    if name == "press":
        until("long runs", lambda: scene.state("long") == "running")
    elif name == "petition":
        until("the panel shows the question", lambda: panel.shows("trouble (agent) wants"))
    elif name == "listen":
        agent.notice("notifications/subscriptions/acknowledged")
    else:
        agent.ask("list_actions")
    return panel, agent, call


def trouble(name, event):
    with Scene() as scene:
        panel, agent, call = reach(scene, name)
        what = f"{name}, {event}: "
        box = scene.box()
        if event == "agent killed":
            agent.process.kill()
            agent.process.wait()
            expect(what + "the box stays", scene.box() == box)
            if name == "press":
                expect(what + "its run goes on", scene.state("long") == "running", scene.state("long"))
            if name == "petition":
                withdrawn = lambda: "withdrawn" in scene.signalbox("record", "deploy").stdout
                expect(what + "its question is withdrawn", until(what + "withdrawn", withdrawn))
            agent = Agent(scene)
        elif event in ("box killed", "box stopped"):
            if event == "box killed":
                os.kill(box, signal.SIGKILL)
            else:
                scene.signalbox("stop", "--now")
            if name == "listen":
                expect(what + "the change is told", agent.notice("notifications/resources/updated", 1))
            else:
                answer = agent.answer(call)
                expect(what + "the call is answered, as an error", answer and answer[1], answer)
        else:
            scene.write(BOARD.replace("  long: {", "  long: ["))
            until(what + "its mistakes are told", lambda: agent.ask("list_actions")[1])
            text = agent.ask("list_actions")[0]
            expect(what + "the answer names the line", "signalbox.yml:6" in text, text)
            answered = agent.answer(call, 0)
            expect(what + "the call waits on", name == "petition" or answered is None or name == "listen", answered)
            scene.write(BOARD)
        listed = until(what + "the next call is answered", lambda: (found := agent.ask("list_actions")) and not found[1])
        expect(what + "the next call is answered", listed)
        expect(what + "nothing was deployed", not scene.lines("deployments"))
        expect(what + "the server leaves with 0", agent.end() == 0)
        panel.end()


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """How many megabytes a process has in memory, and how many of them it shares with no other one."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in file if line.endswith("kB\n")}
    return sizes["Rss"], sizes["Private_Clean"] + sizes["Private_Dirty"]


def wakeups(pid):
    count = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status") as file:
            count += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
    return count


def flood():
    with Scene() as scene:
        agent = Agent(scene)
        agent.ask("press", action="flood", wait_seconds=0)
        box = scene.box()
        begin, times = time.monotonic(), (processor_time(box), processor_time(agent.process.pid))
        reads, first = 0, agent.ask("output", action="flood", tail=1)[0]
        while time.monotonic() - begin < 10:
            text, failed = agent.ask("output", action="flood", tail=200)
            reads += 1
            if failed or "Output of flood" not in text:
                expect("a flood can be read", False, text)
                break
            time.sleep(0.1)
        seconds = time.monotonic() - begin
        last = agent.ask("output", action="flood", tail=1)[0]
        whole, own = memory(agent.process.pid)
        number = lambda text: int(text.split("next line ")[1].split(")")[0])
        print(
            f"      {(number(last) - number(first)) / seconds:.0f} lines a second, {reads} reads:"
            f" box {100 * (processor_time(box) - times[0]) / seconds:.1f} %,"
            f" server {100 * (processor_time(agent.process.pid) - times[1]) / seconds:.1f} %,"
            f" {whole:.1f} MB, of which {own:.1f} are its own")
        expect("the server itself stays small", own <= 20, own)
        agent.ask("cancel", action="flood")
        expect("the agent leaves with 0", agent.end() == 0)


def idle():
    with Scene() as scene:
        agent = Agent(scene)
        agent.ask("press", action="one")
        # What was begun by the last call ends first.
        quiet = lambda: (before := wakeups(agent.process.pid)) is not None and (
            time.sleep(5) or wakeups(agent.process.pid) == before)
        expect("an idle server does not wake up in 5 s", until("idle", quiet))
        expect("it leaves with 0", agent.end() == 0)


def nonsense():
    """Random lines: the server answers what comes after them, and is the same process, without children."""
    pieces = [
        b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"1e999", b"\\ud800", b"\xff\xfe", b"\x00", b'"id":1',
        b'"jsonrpc":"2.0"', b'"method":"tools/call"', b'"method":"notifications/cancelled"', b'"params":{',
        b'"name":"press"', b'"arguments":{"action":"one"', b'"_meta":', json.dumps(Agent.META).encode(), b" " * 50,
    ]
    with Scene() as scene:
        agent = Agent(scene)
        agent.ask("list_actions")
        source = random.Random(4711)
        chunk = b""
        for _ in range(LINES):
            chunk += b"".join(source.choices(pieces, k=source.randrange(1, 12))) + b"\n"
            if len(chunk) > 100_000:
                agent.process.stdin.write(chunk)
                chunk = b""
        agent.process.stdin.write(chunk)
        text, failed = agent.ask("list_actions")
        expect(f"{LINES} lines of nonsense, and the next call is answered", not failed and "long" in text, text)
        with open(f"/proc/{agent.process.pid}/task/{agent.process.pid}/children") as file:
            children = file.read()
        expect("the server has no children", not children, children)
        expect("it leaves with 0", agent.end() == 0)


if __name__ == "__main__":
    nonsense()
    idle()
    if not IS_SHORT:
        flood()
    for number, state in enumerate(STATES):
        for event in EVENTS[number:number + 1] if IS_SHORT else EVENTS:
            trouble(state, event)
    contend()
    print(f"{failures} failed")
    sys.exit(1 if failures else 0)
