import Board
import Boundary
import Testing
import Wire

@testable import Agents

/// Agents press actions that have several inputs.
@Suite(.timeLimit(.minutes(15))) struct NamedInputsTests {
  private var seat = TestSeat([
    TestSeat.action("deploy") {
      $0.description.form = .named([
        InputDefinition(
          name: "env", prompt: "Environment", choices: ["staging", "production"], fallback: "staging"),
        InputDefinition(name: "files", prompt: "Files", isMany: true),
        InputDefinition(name: "token", prompt: "Token", isOptional: true, isHidden: true),
      ])
    },
    TestSeat.action("publish") {
      $0.description.form = .named([InputDefinition(name: "env", prompt: "Where")])
      ($0.description.confirmation, $0.description.agents) = ("Publish?", AgentPolicy(.ask))
    },
    TestSeat.action("release") { $0.description.form = .text(InputDefinition(prompt: "Version")) },
  ])

  @Test mutating func `a press has the texts by their names`() {
    seat.call("press", ["action": "deploy", "named_inputs": ["files": "a 'b c'", "token": "s3cret"]])
    let start = seat.start()?.start
    #expect(start?.action == "deploy")
    #expect(start?.input == .named([.init("files", "a 'b c'"), .init("token", "s3cret")]))
  }

  @Test(
    arguments: [
      ([:], "deploy was not started: needs an input: files."),
      (["named_inputs": [:]], "deploy was not started: needs an input: files."),
      (
        ["named_inputs": ["files": "a", "env": "test"]],
        "deploy was not started: its input `env` must be one of `staging`, `production`."
      ),
      (
        ["named_inputs": ["fils": "a"]],
        "deploy was not started: has no input `fils`; its inputs are env, files, token."
      ),
      (["input": "a"], "deploy was not started: needs its inputs by their names: env, files, token."),
      (["input": "a", "named_inputs": ["files": "a"]], "an action has either input or named_inputs"),
      (["named_inputs": "a"], "named_inputs must be an object"),
      (["named_inputs": ["files": ["a"]]], "files must be a text"),
    ] as [(JSONTree, String)])
  mutating func `what is missing or wrong is said`(arguments: JSONTree, text: String) {
    var arguments = arguments
    arguments.set("action", "deploy")
    seat.call("press", arguments)
    #expect(seat.answer() == TestSeat.Answer(text: text, isError: true))
  }

  @Test mutating func `names for an action that has none are refused`() {
    seat.call("press", ["action": "release", "named_inputs": ["version": "1"]])
    #expect(seat.answer()?.text == "release was not started: has no inputs with names.")
  }

  @Test mutating func `a yes belongs to what was entered`() {
    seat.call("press", ["action": "publish", "named_inputs": ["env": "here"]])
    let result = seat.next()?["result"]
    let message = result?["inputRequests"]?["confirm"]?["params"]?["message"]?.text ?? ""
    #expect(message.contains("press publish with the input \"env=here\""), "\(message)")
    let yes: JSONTree = [
      "inputResponses": ["confirm": ["action": "accept", "content": ["press": true]]],
      "requestState": result?["requestState"] ?? .null,
    ]
    seat.now += .seconds(2)
    seat.call("press", ["action": "publish", "named_inputs": ["env": "there"]], yes)
    #expect(seat.next()?["error"]?["code"] == -32_602)
    seat.call("press", ["action": "publish", "named_inputs": ["env": "here"]], yes)
    #expect(seat.start()?.start.confirmed == "Publish?")
  }

  @Test mutating func `the tool and the list say what can be entered`() {
    seat.request("tools/list")
    let tools = seat.next()?["result"]?["tools"]?.list ?? []
    let press = tools.first { $0["name"] == "press" }
    let schema = press?["inputSchema"]?["properties"]?["named_inputs"]
    #expect(schema?["type"] == "object")
    #expect(
      schema?["properties"]?["env"]?["description"]
        == "deploy: Environment (staging, production); publish: Where")
    seat.call("list_actions")
    let document = seat.next()?["result"]?["structuredContent"]
    let inputs = document?["actions"]?.list?.first?["named_inputs"]?.list ?? []
    #expect(
      inputs == [
        [
          "name": "env", "prompt": "Environment", "choices": ["staging", "production"], "default": "staging",
        ],
        ["name": "files", "prompt": "Files", "many": true],
        ["name": "token", "prompt": "Token", "optional": true, "hidden": true],
      ])
  }
}
