import Board
import Configuration
import Testing

/// Editors that use `Documentation/board.schema.json` accept and reject the same boards as the code.
@Suite(.timeLimit(.minutes(15))) struct SchemaTests {
  @Test func `the schema accepts all examples`() throws {
    let schema = try Repository.schema()

    for file in try Repository.examples() {
      #expect(schema.accepts(try Repository.text("examples/\(file)")), "\(file)")
    }
    #expect(schema.accepts(Board.starterText))
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
  func `both accept an action`(action: String) throws {
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
  func `both reject an action`(action: String) throws {
    #expect(mistakes(inAction: "a: {\(action)}") != [])
    #expect(try !Repository.schema().accepts("actions: {a: {\(action)}}"))
  }

  @Test(arguments: [
    "remember: 1h", "remember: never", "remember: always", "on-detach: leave", "on-detach: stop",
    "keep-output: never", "keep-output: always",
  ])
  func `both accept a board`(setting: String) throws {
    let text = "\(setting)\nactions: {a: {run: x}}"
    #expect(mistakes(in: text) == "")
    #expect(try Repository.schema().accepts(text))
  }

  @Test func `the schema accepts the home directory without quotes`() throws {
    #expect(try Repository.schema().accepts("actions: {a: {run: x, dir: ~}}"))
  }

  @Test(arguments: [
    "", "[]", "title: x", "remember: 5\nactions: {a: {run: x}}", "remember: often\nactions: {a: {run: x}}",
    "keep-output: all\nactions: {a: {run: x}}", "on-detach: kill\nactions: {a: {run: x}}", "actions: {}",
    "title: ''\nactions: {a: {run: x}}",
  ])
  func `both reject a board`(text: String) throws {
    #expect(mistakes(in: text) != "")
    #expect(try !Repository.schema().accepts(text))
  }
}
