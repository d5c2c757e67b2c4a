import Board
import Configuration
import Testing

/// `Documentation/board.schema.json` says the same as the code that reads boards.
@Suite(.timeLimit(.minutes(5))) struct SchemaTests {
  @Test func allExamplesAreWhatItDescribes() throws {
    let schema = try Repository.schema()

    for file in try Repository.examples() {
      #expect(schema.accepts(try Repository.text("examples/\(file)")), "\(file)")
    }
    #expect(schema.accepts(Board.starterText))
  }

  /// A board for each mapping of the format, with a key in it that nobody knows.
  private static let boards = [
    "board": "ZZZZZZ: 1\nactions: {a: {run: x}}",
    "network": "network: {ZZZZZZ: 1}\nactions: {a: {run: x}}",
    "action": "actions: {a: {run: x, ZZZZZZ: 1}}",
    "button": "actions: {a: {run: x, buttons: [{input: x, ZZZZZZ: 1}]}}",
    "http": "actions: {a: {http: {url: 'http://a/', ZZZZZZ: 1}}}",
    "tcp": "actions: {a: {tcp: {host: a, port: 1, ZZZZZZ: 1}}}",
    "simulate": "actions: {a: {simulate: {duration: 1s, ZZZZZZ: 1}}}",
    "json-progress": "actions: {a: {run: x, progress: {json: $.a, ZZZZZZ: 1}}}",
    "json-status": "actions: {a: {run: x, status: {json: $.a, ZZZZZZ: 1}}}",
    "retry": "actions: {a: {run: x, retry: {attempts: 2, ZZZZZZ: 1}}}",
    "error": "actions: {a: {run: x, error: {ZZZZZZ: 1}}}",
    "notify": "actions: {a: {run: x, notify: {when: failed, ZZZZZZ: 1}}}",
    "while-running": "actions: {a: {run: x, while-running: {queue: 1, ZZZZZZ: 1}}}",
  ]

  @Test func everyMappingOfTheFormatIsTested() throws {
    let closed = try Repository.schema().definitions.filter { $0.value.isClosed }.map(\.key)

    #expect(Set(closed + ["board"]) == Set(Self.boards.keys))
  }

  @Test(arguments: boards.keys.sorted())
  func itKnowsTheSameKeysAsTheCode(mapping: String) throws {
    let schema = try Repository.schema()
    let board = try #require(Self.boards[mapping])
    let keys = (mapping == "board" ? schema : schema.definitions[mapping])?.properties.keys

    let error = #expect(throws: BoardError.self) { try Board.parse(board, file: "board.yml") }
    let hint = error?.diagnostics.first { $0.message == "unknown key `ZZZZZZ`" }?.hint
    let known = hint?.replacing("known here: ", with: "").split(separator: ", ").map {
      String($0.dropFirst().dropLast())
    }

    #expect(Set(try #require(known)) == Set(try #require(keys)))
    #expect(!schema.accepts(board))
    #expect(schema.accepts(board.replacing(#/(, )?ZZZZZZ: 1\n?/#, with: "")))
  }

  @Test(arguments: [
    "run: [swift, test, '', 5]", "run: x, dir: .., env: {A: '', B: 1, C: true}", "run: x, key: 1",
    "run: x, key: F12", "run: x, key: ctrl-b", "run: x, key: é", "run: x, title: 7",
    "http: http://localhost/", "http: {url: HTTPS://a, expect: 200, body: ''}",
    "http: {url: 'http://a', expect: [2xx, 404, 300-399], headers: {A: ''}}", "tcp: '[::1]:80'",
    "tcp: {host: a, port: 65535, slower-than: 1ms, timeout: 1h2m3s4ms}",
    "http: {url: 'http://a', json: {$.a: b, '$.c[0]': 1, $.d: true}, slower-than: 500ms}",
    "run: x, progress: {json: $.a, of: 0.5}",
    "run: x, progress: {json: '$[0]', of: $.b}", "run: x, retry: {attempts: 2, backoff: 1m30s..2m}",
    "run: x, every: 100ms, quiet: false", "run: x, while-running: concurrent",
    "run: x, while-running: {concurrent: 3}", "run: x, buttons: [{input: 1}]",
    "simulate: {duration: 0h1ms, steps: 0}", "run: x, notify: recovered",
    "run: x, notify: [failed, succeeded]",
    "run: x, notify: {when: [failed], bell: false, desktop: false, command: [./tell.sh, loud]}",
  ])
  func bothAccept(action: String) throws {
    #expect(mistakes(inAction: "a: {\(action)}") == [])
    #expect(try Repository.schema().accepts("actions: {a: {\(action)}}"))
  }

  @Test(arguments: [
    "title: x", "run: x, tcp: 'a:1'", "run: []", "run: {a: b}", "run: x, env: [A]", "run: x, key: bb",
    "run: x, key: f13", "run: x, key: ctrl-1", "http: localhost", "http: {method: GET}",
    "http: {url: 'http://a', expect: 600}", "http: {url: 'http://a', expect: 2x}",
    "http: {url: 'http://a', expect: []}",
    "http: {url: 'http://a', json: {}}", "http: {url: 'http://a', json: {$.a: [b]}}",
    "http: {url: 'http://a', json: $.a}", "http: {url: 'http://a', slower-than: 5}",
    "http: {url: 'http://a', headers: {A: [b]}}", "tcp: localhost",
    "tcp: {host: a}", "tcp: {host: a, port: 0}", "run: x, progress: {json: a}",
    "run: x, progress: {json: $.a, of: 0}", "run: x, progress: {of: 1}", "run: x, progress: [a]",
    "run: x, timeout: 5", "run: x, timeout: 5 s", "run: x, timeout: 30m1h", "run: x, timeout: ''",
    "run: x, every: soon", "run: x, failures-before-error: 0", "run: x, retry: 3",
    "run: x, retry: {attempts: 1}", "run: x, retry: {backoff: 1s}",
    "run: x, retry: {attempts: 2, backoff: 1s-2s}", "run: x, quiet: yes", "run: x, error: {priority: max}",
    "run: x, while-running: wait", "run: x, while-running: {}", "run: x, while-running: {queue: 0}",
    "run: x, while-running: {queue: 1, concurrent: 1}", "run: x, buttons: []",
    "run: x, buttons: [{title: x}]",
    "run: x, confirm: ''", "simulate: {}", "simulate: {duration: 1s, steps: -1}",
    "simulate: {duration: 1s, steps: 1.5}", "run: x, notify: broken", "run: x, notify: []",
    "run: x, notify: [failed, 1]", "run: x, notify: {}", "run: x, notify: {when: failed, bell: loud}",
    "run: x, notify: {when: {}}", "run: x, notify: {when: failed, command: []}",
  ])
  func bothRefuse(action: String) throws {
    #expect(mistakes(inAction: "a: {\(action)}") != [])
    #expect(try !Repository.schema().accepts("actions: {a: {\(action)}}"))
  }

  @Test(arguments: ["", "[]", "title: x", "actions: {}", "title: ''\nactions: {a: {run: x}}"])
  func bothRefuseBoards(text: String) throws {
    #expect(mistakes(in: text) != "")
    #expect(try !Repository.schema().accepts(text))
  }
}
