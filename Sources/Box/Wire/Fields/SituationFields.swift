package import Board
package import Boundary
internal import Configuration
internal import SignalboxCore

/// A situation as it is sent: its actions are sent one by one, so that only what has changed is.
///
///     {"title":"Demo","order":["build","test"],"actions":[{"id":"build","running":true}],"activity":{…}}
///
/// `ActionChanges` says how the actions are sent.
extension Situation {
  private static let fields: WireFields<Situation> = [
    WireField("title", \.title),
    WireField("activity", \.activity),
    WireField("activities", \.activities),
    WireField("errors", \.problems),
    WireField("plans", \.plans),
    WireField("petitions", \.petitions),
    WireField("network", \.network),
    WireField("start_delay", \.startDelay),
    WireField("completion_delay", \.completionDelay),
    WireField("reload", \.reload),
    WireField("attended", \.isAttended),
    WireField("watch", \.watch),
    WireField("last_stop", \.lastStop),
    WireField("cluster", \.cluster),
    WireField("board_mistakes", \.boardMistakes),
    WireField("remarks", \.remarks),
    WireField("remark_count", \.remarkCount),
    WireField("trouble", \.trouble),
  ]

  /// The JSON of what has changed since an earlier situation; nil if nothing has.
  package func difference(from old: Situation) -> [UInt8]? {
    var json: [UInt8] = [UInt8(ascii: "{")]
    withUnsafePointer(to: self) { new in
      withUnsafePointer(to: old) { old in
        Self.fields.all.write(new, from: old, to: &json, isFirst: true)
      }
    }
    func begin(_ name: String) {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += "\"\(name)\":".utf8
    }
    let isInOrder = hasSameOrder(as: old)
    if !isInOrder {
      begin("order")
      actions.map(\.id).write(to: &json)
    }
    let changes = ActionChanges(from: old.actions, to: actions, isInOrder: isInOrder)
    if !changes.isEmpty {
      begin("actions")
      changes.write(to: &json)
    }
    if json.count == 1 { return nil }
    json.append(UInt8(ascii: "}"))
    return json
  }

  private func hasSameOrder(as old: Situation) -> Bool {
    actions.count == old.actions.count
      && actions.withUnsafeBufferPointer { new in
        old.actions.withUnsafeBufferPointer { old in
          new.indices.allSatisfy { new[$0].definition == old[$0].definition || new[$0].id == old[$0].id }
        }
      }
  }

  /// Applies what `difference(from:)` returned.
  package mutating func apply(_ difference: JSONTree) throws(WireError) {
    try withUnsafeMutablePointer(to: &self) { situation throws(WireError) in
      try Self.fields.all.apply(difference, to: situation)
    }
    if let order = difference["order"] { arrange(try [String](order)) }
    if let changes = difference["actions"]?.list { try ActionChanges.apply(changes, to: &actions) }
  }

  private mutating func arrange(_ order: [String]) {
    let present = Dictionary(actions.map { ($0.id, $0) }) { first, _ in first }
    actions = order.map { id in
      var action = present[id] ?? .blank
      action.description.id = id
      return action
    }
  }
}

/// "on", "off", or an object with the reason.
extension WatchState: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .on: "on".write(to: &json)
    case .off: "off".write(to: &json)
    case .paused(let reason): writeMember("paused", reason, to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "on": self = .on
    case "off": self = .off
    default:
      guard let reason = json["paused"] else { throw WireError(expected: "whether files are watched") }
      self = .paused(try String(reason))
    }
  }
}

extension BoardStop: WireObject {
  package static let fields: WireFields<BoardStop> = [
    WireField("number", \.number), WireField("action", \.action), WireField("outcome", \.outcome),
    WireField("over", \.isOver),
  ]
  package static let blank = BoardStop(number: 0, action: "", outcome: .succeeded)
}

extension JobActivity: WireObject {
  package static let fields: WireFields<JobActivity> = [
    WireField("action", \.id), WireField("title", \.title), WireField("value", \.value),
    WireField("progress", \.fraction), WireField("progress_text", \.progress),
  ]
  package static let blank = JobActivity(id: "", title: "")
}

extension Situation.ShownActivity: WireObject {
  package static let fields: WireFields<Situation.ShownActivity> = [
    WireField("loading", \.isLoading), WireField("shown", \.value),
  ]
  package static let blank = Situation.ShownActivity()
}

extension Situation.RunningActivity: WireObject {
  package static let fields: WireFields<Situation.RunningActivity> = [
    WireField("id", \.id), WireField("shown", \.value), WireField("since", \.since),
  ]
  package static let blank = Situation.RunningActivity(id: 0, value: nil, since: .zero)
}

extension Petition: WireObject {
  package static let fields: WireFields<Petition> = [
    WireField("id", \.id), WireField("action", \.action), WireField("input", \.input),
    WireField("question", \.question), WireField("agent", \.agent), WireField("since", \.since),
  ]
  package static let blank = Petition()
}

extension Situation.Problem: WireObject {
  package static let fields: WireFields<Situation.Problem> = [
    WireField("id", \.id), WireField("action", \.action), WireField("source", \.source),
    WireField("message", \.message), WireField("priority", \.priority), WireField("since", \.since),
    WireField("last_seen", \.lastSeen), WireField("expires", \.expires), WireField("times_seen", \.timesSeen),
  ]
  package static let blank: Situation.Problem = {
    var blank = Situation.Problem(id: 0, source: "", message: "", since: .zero)
    blank.timesSeen = 0
    return blank
  }()
}

extension ErrorPriority: WireValue {
  private static let words = ["low": ErrorPriority.low, "normal": .normal, "high": .high]

  package func write(to json: inout [UInt8]) {
    Self.words.first { $0.value == self }?.key.write(to: &json)
  }

  package init(_ json: JSONTree) throws(WireError) {
    guard let priority = json.text.flatMap({ Self.words[$0] }) else {
      throw WireError(expected: "low, normal or high")
    }
    self = priority
  }
}

extension Situation.Network: WireObject {
  package static let fields: WireFields<Situation.Network> = [
    WireField("visible", \.isVisible), WireField("requests", \.requests),
  ]
  package static let blank = Situation.Network()
}

extension Situation.Reload: WireObject {
  package static let fields: WireFields<Situation.Reload> = [
    WireField("count", \.count), WireField("difference", \.difference), WireField("postponed", \.postponed),
  ]
  package static let blank = Situation.Reload()
}

extension Remark: WireObject {
  package static let fields: WireFields<Remark> = [
    WireField("file", \.file), WireField("line", \.line), WireField("name", \.subject),
    WireField("message", \.reason),
  ]
  package static let blank = Remark(inFile: "", line: nil, subject: "", reason: "")
}

extension ActionOrigin: WireObject {
  package static let fields: WireFields<ActionOrigin> = [
    WireField("file", \.file), WireField("line", \.line), WireField("body", \.body),
  ]
  package static let blank = ActionOrigin(file: "", line: 0)
}

extension Diagnostic: WireValue {
  package func write(to json: inout [UInt8]) { DiagnosticObject(self).write(to: &json) }
  package init(_ json: JSONTree) throws(WireError) { self = try DiagnosticObject(json).diagnostic }
}

private struct DiagnosticObject: WireObject {
  var file = ""
  var line: Int?
  var column = 0
  var message = ""
  var hint: String?
  var sourceLine: String?
  var caretLine: String?

  init() {}

  init(_ diagnostic: Diagnostic) {
    file = diagnostic.file
    line = diagnostic.location?.line
    column = diagnostic.location?.column ?? 0
    message = diagnostic.message
    hint = diagnostic.hint
    sourceLine = diagnostic.sourceLine
    caretLine = diagnostic.caretLine
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      file: file, location: line.map { TextLocation(line: $0, column: column) }, message: message, hint: hint,
      sourceLine: sourceLine, caretLine: caretLine)
  }

  static let fields: WireFields<DiagnosticObject> = [
    WireField("file", \.file), WireField("line", \.line), WireField("column", \.column),
    WireField("message", \.message), WireField("hint", \.hint), WireField("source", \.sourceLine),
    WireField("caret", \.caretLine),
  ]
  static let blank = DiagnosticObject()
}
