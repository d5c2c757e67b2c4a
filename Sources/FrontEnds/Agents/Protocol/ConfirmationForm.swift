internal import Wire

/// The form in which a client asks a person, and what its answer proves.
enum ConfirmationForm {
  static func params(_ message: String, namesMode: Bool) -> JSONTree {
    var params: JSONTree = namesMode ? ["mode": "form"] : [:]
    params.set("message", .text(message))
    params.set(
      "requestedSchema",
      [
        "type": "object",
        "properties": ["press": ["type": "boolean", "title": "Press it", "default": false]],
        "required": ["press"],
      ])
    return params
  }

  /// What an answer means.
  enum Judgement: Equatable {
    case yes
    case no
    /// Nobody has seen the question, as far as that can be told; in words.
    case unseen(String)
  }

  /// How soon no person answers: clients that draw no form decline at once.
  static let fastest = Duration.seconds(1)

  /// - Parameters:
  ///   - answer: The result of the client; nil for an error.
  ///   - time: How long the answer took.
  static func judge(_ answer: JSONTree?, after time: Duration) -> Judgement {
    guard let action = answer?["action"]?.text else { return .unseen("the client could not ask") }
    let isPressed = answer?["content"]?["press"]?.truth
    switch (action, isPressed) {
    case ("accept", true): return .yes
    case ("decline", _), ("accept", false):
      if time >= fastest { return .no }
      return .unseen("the client answered no after \(time.milliseconds) ms")
    default: return .unseen("the client answered \(action.prefix(20)) after \(time.milliseconds) ms")
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
