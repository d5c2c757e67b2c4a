import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct AlertMessageTests {
  @Test func `alerts are a list of objects with their times`() {
    let alerts = [
      AlertMessage(
        labels: ["b": "2", "a": "\"\\\n\u{1}é🚂"], annotations: ["run": "7"], start: 1_700_000_000),
      AlertMessage(labels: ["c": "3"], start: 0),
    ]
    let json = AlertMessage.json(alerts) { $0.start == 0 ? -5 : $0.start + 60 }
    #expect(
      json
        == #"[{"labels":{"a":"\"\\\u000a\u0001é🚂","b":"2"},"annotations":{"run":"7"},"#
        + #""startsAt":"2023-11-14T22:13:20Z","endsAt":"2023-11-14T22:14:20Z"},"#
        + #"{"labels":{"c":"3"},"annotations":{},"#
        + #""startsAt":"1970-01-01T00:00:00Z","endsAt":"1970-01-01T00:00:00Z"}]"#)
  }

  @Test func `no alerts are an empty list`() {
    #expect(AlertMessage.json([]) { $0.start } == "[]")
  }
}
