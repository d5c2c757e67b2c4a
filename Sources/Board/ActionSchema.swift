/// An action as it was read, with the places that later checks report.
struct ActionDraft {
  let id: String
  let location: TextLocation
  let key: ButtonKey?
  let keyLocation: TextLocation?
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
      (key, keyLocation, mentions, definition) = (nil, nil, [], nil)
      return
    }
    let key = fields.read("key", .buttonKey)
    let title = fields.read("title", .text)
    let work = Self.readWork(&fields, of: id, at: location, report)
    let guarded = fields.read("enabled-if", .guardExpression)
    let progress = fields.read("progress", .progressPattern)
    let status = fields.read("status", .outputPattern)
    let timeout = fields.read("timeout", .positiveDuration)
    let error = fields.read("error", .errorPolicy)
    let confirmation = fields.read("confirm", .text)
    let whileRunning = fields.read("while-running", .whileRunning)
    fields.finish()

    self.key = key
    keyLocation = fields.locationOfValue(of: "key")
    mentions = guarded?.mentions ?? []
    definition = work.map {
      ActionDefinition(
        id: id, title: title, key: key, work: $0, enabledIf: guarded?.expression ?? .always,
        progress: progress,
        status: status, timeout: timeout, error: error ?? ErrorPolicy(), confirmation: confirmation,
        whileRunning: whileRunning ?? .reject)
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

extension ValueReader where Value == ErrorPolicy {
  fileprivate static var errorPolicy: Self {
    Self { field in
      guard var fields = FieldReader(field.node, named: field.name, field.report) else { return nil }
      let policy = ErrorPolicy(
        priority: fields.read("priority", ValueReader<ErrorPolicy.Priority>.choice) ?? .normal,
        reset: fields.read("reset", .positiveDuration))
      fields.finish()
      return policy
    }
  }
}

extension ValueReader where Value == OutputPattern {
  fileprivate static var outputPattern: Self {
    .pattern { text throws(PatternError) in try OutputPattern(text) }
  }
}

extension ValueReader where Value == ProgressPattern {
  fileprivate static var progressPattern: Self {
    .pattern { text throws(PatternError) in try ProgressPattern(text) }
  }
}

extension ValueReader {
  private static func pattern(_ compile: @escaping (String) throws(PatternError) -> Value) -> Self {
    Self { field in
      guard let text = ValueReader<String>.text.read(field) else { return nil }
      do throws(PatternError) {
        return try compile(text)
      } catch {
        field.mistake("\(field.name) \(error.message)", hint: error.hint)
        return nil
      }
    }
  }
}
