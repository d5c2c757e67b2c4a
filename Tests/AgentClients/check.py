#!/usr/bin/env python3
"""Drives `signalbox mcp` with a client that others have written: the Python SDK of the Model Context Protocol.

    check.py PROGRAM        PROGRAM is the path of signalbox; the version of the SDK is that which is installed

Prints a line for each thing that must hold, and ends with 1 if one does not. .ci/agents installs the SDKs.
"""
import asyncio
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BOARD = """
title: Clients
actions:
  build: { run: 'for n in 1 2 3; do echo "[$n/3]"; sleep 0.2; done', progress: '^\\[(\\d+)/(\\d+)\\]' }
  test: { run: 'echo "all well"; test -e repaired', enabled-if: build.succeeded }
  server: { service: true, run: 'echo listening; exec sleep 600', ready: { line: listening }, restart: { when: never } }
  deploy: { run: 'echo deployed', confirm: 'Deploy?' }
  ship: { run: 'true', enabled-if: test.succeeded }
  long: { run: 'exec sleep 600' }
  secret: { run: 'true', agents: none }
  shown: { run: 'true', agents: look }
"""

program = os.path.abspath(sys.argv[1])
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "agents"
failures = 0


def expect(what, holds, seen=""):
    global failures
    print(("ok    " if holds else "FAILS ") + what + ("" if holds else f": {str(seen)[:400]}"), flush=True)
    failures += not holds


class Client:
    """One interface for the two generations of the SDK."""

    def __init__(self, directory, answer=None, pause=1.2):
        self.directory, self.answer, self.pause = directory, answer, pause
        self.questions = []

    async def elicit(self, context, params):
        from_types = self.types
        self.questions.append(params.message)
        await asyncio.sleep(self.pause)
        content = {"press": True} if self.answer == "accept" else None
        return from_types.ElicitResult(action=self.answer, content=content)

    async def __aenter__(self):
        from mcp.client.stdio import StdioServerParameters
        server = StdioServerParameters(
            command=program, args=["mcp", "--board", str(self.directory / "signalbox.yml")], cwd=str(self.directory),
            env={name: os.environ[name] for name in ("HOME", "PATH", "XDG_STATE_HOME") if name in os.environ})
        callback = self.elicit if self.answer else None
        try:
            import mcp_types as types
            from mcp import Client as Modern
        except ImportError:
            from contextlib import AsyncExitStack
            from mcp import ClientSession, types
            from mcp.client.stdio import stdio_client
            self.types, self.stack = types, AsyncExitStack()
            read, write = await self.stack.enter_async_context(stdio_client(server))
            self.session = await self.stack.enter_async_context(ClientSession(read, write, elicitation_callback=callback))
            self.version = (await self.session.initialize()).protocolVersion
            return self
        self.types = types
        self.stack = Modern(server, elicitation_callback=callback)
        self.session = await self.stack.__aenter__()
        self.version = self.session.protocol_version
        return self

    async def __aexit__(self, *error):
        return await self.stack.__aexit__(*error)

    async def tools(self):
        return [tool.name for tool in (await self.session.list_tools()).tools]

    async def call(self, name, **arguments):
        result = await self.session.call_tool(name, arguments)
        text = "\n".join(part.text for part in result.content if part.type == "text")
        failed = getattr(result, "is_error", None)
        structured = getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)
        return text, bool(result.isError if failed is None else failed), structured


def shell(directory, *words, **variables):
    return subprocess.run(
        [program, *words, "--board", str(directory / "signalbox.yml")], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, env={**os.environ, **variables}, timeout=120)


async def drive(directory):
    async with Client(directory, "decline") as client:
        print("      protocol", client.version)
        tools = await client.tools()
        expect("the tools", tools[:2] == ["list_actions", "press"] and "history" in tools, tools)
        text, failed, structured = await client.call("list_actions")
        names = [action["name"] for action in structured["actions"]]
        expect("what agents may see is listed, as text and as a structure", json.loads(text) == structured, text)
        expect("what they may not see is not", "secret" not in text and "shown" in names, names)
        text, failed, _ = await client.call("press", action="test")
        expect("a lock is an error that says what to press", failed and "build is idle; it can be pressed now" in text, text)
        text, failed, _ = await client.call("press", action="build")
        expect("a press waits for the end", not failed and "build succeeded: run 1" in text and "| [3/3]" in text, text)
        text, failed, _ = await client.call("press", action="test")
        expect("a failure is an error with its output", failed and "exit code 1" in text and "| all well" in text, text)
        text, failed, _ = await client.call("plan", action="ship")
        expect("a plan is shown", not failed and "1 test" in text and "No tool performs a plan" in text, text)
        (directory / "repaired").touch()
        text, failed, _ = await client.call("press", action="test")
        expect("repaired", not failed and "run 2" in text, text)
        text, failed, _ = await client.call("press", action="server")
        expect("a service answers when it is ready", not failed and "server is ready: run 1" in text, text)
        text, failed, _ = await client.call("press", action="server")
        expect("it is not started twice", not failed and "is ready already" in text, text)
        text, failed, _ = await client.call("press", action="deploy")
        expect("a person's no is a refusal", failed and "the person said no" in text, text)
        expect("... to the question of the board", client.questions and client.questions[0].startswith("Deploy?"), client.questions)
        text, failed, _ = await client.call("press", action="shown")
        expect("what agents may only look at does not start", failed and "look at it only" in text, text)
        text, failed, _ = await client.call("press", action="secret")
        expect("what they may not see is unknown", failed and "there is no action" in text, text)
        text, failed, _ = await client.call("press", action="build", wait_seconds="45")
        expect("a wrong argument starts nothing", failed and "number" in text, text)
        text, failed, _ = await client.call("press", action="long", wait_seconds=1)
        expect("a long run goes on", not failed and "still running" in text, text)
        text, failed, _ = await client.call("wait", guard="server.ready && long.running")
        expect("a guard can be waited for", not failed and "holds now" in text, text)
        text, failed, _ = await client.call("cancel", action="long")
        expect("an agent cancels its run", not failed and "was cancelled" in text, text)
        text, failed, _ = await client.call("history", action="test", last=1)
        expect("the history names the agent", "(agent)" in text, text)
        text, failed, _ = await client.call("output", action="build", matching=r"^\[2")
        expect("lines are selected", "| [2/3]" in text and "[1/3]" not in text, text)
    async with Client(directory, "accept") as client:
        text, failed, _ = await client.call("press", action="deploy")
        expect("a person's yes starts it", not failed and "| deployed" in text, text)
    async with Client(directory, "decline", pause=0) as client:
        text, failed, _ = await client.call("press", action="deploy")
        expect("a no in no time is nobody's", failed and "nobody has seen" in text, text)
    async with Client(directory) as client:
        text, failed, _ = await client.call("press", action="deploy")
        expect("without forms and panels nobody can be asked", failed and "no panel is open" in text, text)
        (directory / "signalbox.yml").write_text(BOARD.replace("build: {", "build: ["))
        text, failed, _ = await client.call("list_actions")
        for _ in range(200):
            if failed: break
            await asyncio.sleep(0.1)
            text, failed, _ = await client.call("list_actions")
        expect("mistakes of the board are told", failed and "signalbox.yml:4" in text, text)
        (directory / "signalbox.yml").write_text(BOARD)
        for _ in range(200):
            text, failed, _ = await client.call("list_actions")
            if not failed: break
            await asyncio.sleep(0.1)
        expect("a repaired board is found", not failed, text)


async def drive_fastmcp(directory):
    from fastmcp import Client as Fast
    config = {"mcpServers": {"signalbox": {
        "command": program, "args": ["mcp", "--board", str(directory / "signalbox.yml")]}}}
    async with Fast(config) as client:
        names = [tool.name for tool in await client.list_tools()]
        expect("fastmcp: the tools", names[:2] == ["list_actions", "press"], names)
        text = (await client.call_tool("press", {"action": "build"})).content[0].text
        expect("fastmcp: a press", "build succeeded" in text, text)
        try:
            await client.call_tool("press", {"action": "nothing"})
            expect("fastmcp: an error is an exception with its text", False)
        except Exception as error:
            expect("fastmcp: an error is an exception with its text", "there is no action" in str(error), error)
    for name in ["claude-code.json", "cursor.json", "vscode.json"]:
        text = (EXAMPLES / name).read_text().replace("${workspaceFolder}", str(directory))
        (server,) = (json.loads(text).get("mcpServers") or json.loads(text)["servers"]).values()
        # The program is found by its name, with the few variables that clients pass on.
        server["env"] = {"PATH": os.path.dirname(program) + ":" + os.environ["PATH"]}
        async with Fast({"mcpServers": {"signalbox": {**server, "cwd": str(directory)}}}) as client:
            listed = (await client.call_tool("list_actions", {})).structured_content
            expect(f"fastmcp: {name} registers this board", listed["title"] == "Clients", listed)


def main():
    directory = pathlib.Path(tempfile.mkdtemp(prefix="clients-")).resolve()
    (directory / "signalbox.yml").write_text(BOARD)
    try:
        try:
            import fastmcp
            asyncio.run(drive_fastmcp(directory))
        except ImportError:
            asyncio.run(drive(directory))
            done = shell(directory, "run", "--yes", "deploy", CLAUDECODE="1")
            expect("an agent's shell confirms nothing", done.returncode == 3 and "cannot confirm" in done.stderr, done)
            done = shell(directory, "record", "--json")
            entries = [json.loads(line) for line in done.stdout.splitlines()]
            said = [entry["yes"]["how"] for entry in entries if entry["action"] == "deploy" and "yes" in entry]
            expect("the record says how a person said yes", "elicitation" in said, done.stdout[-2000:])
    finally:
        shell(directory, "stop", "--now")
        shutil.rmtree(directory, ignore_errors=True)
    print(f"{failures} failed")
    sys.exit(bool(failures))


main()
