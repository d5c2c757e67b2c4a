#!/usr/bin/env python3
"""Compares all that `signalbox mcp` says with the schemas of the protocol: every method, tool and notice, in both eras.

    schemas.py PROGRAM

The Python SDK contains models that are generated from the official schemas of both versions; it must be installed.
Prints a line for each era, and ends with 1 if a message does not fit. .ci/agents runs it.
"""
import sys

sys.dont_write_bytecode = True
import trouble
from mcp_types import jsonrpc, methods
from pydantic import ValidationError

MODERN, LEGACY = "2026-07-28", "2025-11-25"


class Client(trouble.Agent):
    """Keeps everything that the server says, and answers what it asks."""

    everyone = []

    def __init__(self, scene, *words, version=MODERN, hasForms=False):
        self.version, self.asked, self.said = version, {}, []
        self.capabilities = {"elicitation": {"form": {}}} if hasForms else {}
        self.everyone.append(self)
        super().__init__(scene, *words)

    def send(self, method, **params):
        if self.version == MODERN:
            token = params.pop("token", None)
            meta = {**self.META, "io.modelcontextprotocol/clientCapabilities": self.capabilities}
            if token:
                meta["progressToken"] = token
            params["_meta"] = meta
        elif token := params.pop("token", None):
            params["_meta"] = {"progressToken": token}
        self.last += 1
        self.asked[self.last] = method
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        return self.last

    def write(self, message):
        self.process.stdin.write(trouble.json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def heard(self, message):
        self.said.append(message)
        # A person's no.
        if "method" in message and "id" in message:
            self.write({"jsonrpc": "2.0", "id": message["id"], "result": {"action": "decline"}})

    def result(self, method, **params):
        """The result of a request, or its error."""
        number = self.send(method, **params)
        with self.news:
            self.news.wait_for(lambda: number in self.answers, trouble.LIMIT)
        message = self.answers.get(number, {})
        return message.get("result") or message.get("error")


def converse(client):
    """Everything that a client can ask."""
    if client.version == LEGACY:
        client.result(
            "initialize", protocolVersion=LEGACY, capabilities=client.capabilities,
            clientInfo={"name": "schemas", "version": "1"})
        client.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        client.result("ping")
        client.result("resources/subscribe", uri="signalbox://output/one")
        client.result("resources/subscribe", uri="signalbox://board")
    else:
        client.result("server/discover")
        # It does not change its way of speaking any more.
        client.last += 1
        client.write({"jsonrpc": "2.0", "id": client.last, "method": "initialize", "params": {"protocolVersion": LEGACY}})
        client.send(
            "subscriptions/listen",
            notifications={"toolsListChanged": True, "resourceSubscriptions": ["signalbox://output/one", "signalbox://board"]})
    for method in ["tools/list", "resources/list", "resources/templates/list", "nonsense"]:
        client.result(method)
    for uri in ["signalbox://board", "signalbox://output/one", "signalbox://output/none"]:
        client.result("resources/read", uri=uri)
    call = lambda tool, **arguments: client.result("tools/call", name=tool, arguments=arguments, token="progress")
    call("list_actions")
    call("press", action="one")
    call("press", action="one", wait_seconds="45")
    call("press", action="none")
    asked = call("press", action="deploy")
    if state := asked.get("requestState"):
        trouble.time.sleep(1.1)
        client.result(
            "tools/call", name="press", arguments={"action": "deploy"}, requestState=state,
            inputResponses={"confirm": {"action": "decline"}})
    call("press", action="steps")
    call("press", action="long", wait_seconds=0)
    call("wait", guard="long.running")
    call("wait", action="long", wait_seconds=0)
    call("cancel", action="long")
    call("output", action="one", from_line=1_000)
    call("output", action="one", matching="(")
    for tool in ["why", "output", "history", "plan"]:
        call(tool, action="one")
    call("nonsense")
    if client.version == LEGACY:
        client.result("resources/unsubscribe", uri="signalbox://board")
    client.notice("notifications/resources/updated")


def mistake(client, message):
    """Why a message does not fit the schema; nil if it does."""
    try:
        if "error" in message:
            jsonrpc.JSONRPCError.model_validate(message)
        elif "result" in message:
            methods.validate_server_result(client.asked[message["id"]], client.version, message["result"])
        elif "id" in message:
            methods.parse_server_request(message["method"], client.version, message["params"])
        else:
            methods.parse_server_notification(message["method"], client.version, message["params"])
    except (KeyError, ValidationError) as error:
        return f"{trouble.json.dumps(message)[:300]}: {error}"
    return None


def main():
    board = trouble.BOARD + """  steps: { run: 'for n in 1 2 3 4; do echo "[$n/4]"; sleep 0.6; done', progress: '^\\[(\\d+)/(\\d+)\\]' }\n"""
    for version in [MODERN, LEGACY]:
        with trouble.Scene() as scene:
            scene.write(board)
            client = Client(scene, version=version, hasForms=True)
            converse(client)
            scene.write(board + "  more: { run: 'true' }\n")
            client.notice("notifications/tools/list_changed")
            trouble.expect(f"{version}: the server leaves with 0", client.end() == 0)
            mistakes = [found for message in client.said if (found := mistake(client, message))]
            kinds = sorted({message.get("method") or client.asked.get(message.get("id"), "error") for message in client.said})
            print(f"      {', '.join(kinds)}")
            trouble.expect(f"{version}: {len(client.said)} messages of the server fit", not mistakes, mistakes[:3])
            trouble.expect(f"{version}: enough was said", len(client.said) > 30 and "notifications/progress" in kinds, kinds)
    # In trouble, too: each state of a call, and each event once.
    Client.everyone.clear()
    trouble.Agent = Client
    for state, event in zip(trouble.STATES, trouble.EVENTS):
        trouble.trouble(state, event)
    said = [(client, message) for client in Client.everyone for message in client.said]
    mistakes = [found for client, message in said if (found := mistake(client, message))]
    trouble.expect(f"in trouble: {len(said)} messages of the server fit", len(said) > 10 and not mistakes, mistakes[:3])
    print(f"{trouble.failures} failed")
    sys.exit(1 if trouble.failures else 0)


if __name__ == "__main__":
    main()
