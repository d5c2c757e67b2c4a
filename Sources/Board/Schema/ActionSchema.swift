import Configuration

/// An action as it was read, with the places that later checks report.
struct ActionDraft {
  let id: String
  let location: TextLocation
  /// The keys that press its buttons.
  let keys: [PlacedKey]
  /// The facts that its guard uses.
  let mentions: [Mention]
  let definition: ActionDefinition?

  struct Mention {
    let fact: GuardFact
    let location: TextLocation
  }

  /// Reads one entry of `actions`. Mistakes go to the report; then `definition` may still be there, but the board
  /// will not.
  init(id: String, _ entry: YAMLEntry, _ report: Report) {
    self.id = id
    location = entry.key.location
    Self.checkName(id, at: location, report)
    guard var fields = FieldReader(entry.value, named: quoted(id), report) else {
      (keys, mentions, definition) = ([], [], nil)
      return
    }
    let key = fields.read("key", .placedKey)
    let title = fields.read("title", .shownText)
    let buttons = fields.read("buttons", .buttons)
    let work = Self.readWork(&fields, of: id, at: location, report)
    let guarded = fields.read("enabled-if", .guardExpression)
    let progress = fields.read("progress", .progressPattern)
    let status = fields.read("status", .outputPattern)
    let timeout = fields.read("timeout", .positiveDuration)
    let every = fields.read("every", .interval)
    let failuresBeforeError = fields.read("failures-before-error", .count(1...1_000_000))
    let retry = fields.read("retry", .retryPolicy)
    let quiet = fields.read("quiet", .truth)
    let error = fields.read("error", .errorPolicy)
    let notify = fields.read("notify", .notifyPolicy)
    let confirmation = fields.read("confirm", .shownText)
    let whileRunning = fields.read("while-running", .whileRunning)
    fields.finish()
    Self.checkCompany(fields, report)

    keys = [key].compactMap(\.self) + (buttons ?? []).compactMap(\.key)
    mentions = guarded?.mentions ?? []
    definition = work.map {
      ActionDefinition(
        id: id, title: title, key: key?.key, buttons: (buttons ?? []).map(\.definition), work: $0,
        enabledIf: guarded?.expression ?? .always, progress: progress, status: status, timeout: timeout,
        every: every, failuresBeforeError: failuresBeforeError ?? 1, retry: retry, isQuiet: quiet ?? false,
        error: error ?? ErrorPolicy(), notify: notify, confirmation: confirmation,
        whileRunning: whileRunning ?? .reject)
    }
  }

  /// Reports keys that contradict each other.
  private static func checkCompany(_ fields: FieldReader, _ report: Report) {
    let contradictions = [
      ("key", "buttons", "each button has its own"),
      ("every", "buttons", "a repeat has no input"),
      ("every", "confirm", "a repeat cannot ask"),
    ]
    for (key, other, reason) in contradictions where fields.location(of: other) != nil {
      guard let location = fields.location(of: key) else { continue }
      report.mistake("\(quoted(key)) beside \(quoted(other)): \(reason)", at: location)
    }
  }

  private static func checkName(_ id: String, at location: TextLocation, _ report: Report) {
    if id.isEmpty || id.hasPrefix("-") || !id.unicodeScalars.allSatisfy(\.isPartOfName) {
      report.mistake(
        "\(quoted(id)) cannot be the name of an action", at: location,
        hint: "a name has letters, digits, `-` and `_`, and begins with no `-`; `title` can be any text")
    } else if GuardFact.reservedNames.contains(id) {
      report.mistake(
        "\(quoted(id)) cannot be the name of an action: guards use it", at: location,
        hint: "choose another name; `title` can be any text")
    }
  }
}
