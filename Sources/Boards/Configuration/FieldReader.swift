/// Reads the keys of one YAML mapping, and reports those that are unknown.
///
/// Each call of `read` and `require` is the complete definition of one option: its key, its values, and what
/// documentation says about it. The schema of a mapping is collected from the same calls, by
/// ``schema(of:from:)``.
package struct FieldReader {
  /// The mapping that is read; nil while the schema is collected.
  private let field: Field?
  /// The entries in the order of the file. There are few, so that a search is faster than a dictionary.
  private let entries: [(key: String, entry: YAMLEntry)]
  /// Whether each entry has been requested.
  private var wasRequested: [Bool]
  /// The required keys that are absent, as messages show them.
  private var missing: [(key: String, hint: String?)] = []
  private var options: [OptionSchema] = []
  private var alternatives: [String] = []

  /// Returns nil, and reports a mistake, if the value is not a mapping.
  /// - Parameter hint: What was probably meant by another value.
  package init?(_ field: Field, hint: (YAMLNode) -> String? = { _ in nil }) {
    guard let entries = field.entries(hint: hint) else { return nil }
    self.field = field
    self.entries = entries
    wasRequested = Array(repeating: false, count: entries.count)
  }

  private init() {
    field = nil
    entries = []
    wasRequested = []
  }

  /// The schema of a mapping whose keys `read` requests.
  package static func schema(of name: String, from read: (inout FieldReader) -> Void) -> MappingSchema {
    var fields = FieldReader()
    read(&fields)
    return MappingSchema(name: name, options: fields.options, alternatives: fields.alternatives)
  }

  /// Reads the value of an optional key.
  /// - Parameters:
  ///   - value: How it is read; evaluated only if the key is present.
  ///   - meaning: What the option does, in Markdown.
  ///   - fallback: What applies if the key is absent, in Markdown: a value in backquotes, or a few words. Nil
  ///     if the documentation of the value says that.
  ///   - example: A value as it can be written in a file.
  ///   - owners: The keys of which one must be present, too, if there are any; evaluated like `value`.
  ///   - rivals: The keys that must be absent, each with the reason; evaluated like `value`.
  /// - Returns: Nil if the key is absent or its value is a mistake.
  package mutating func read<Value>(
    _ key: String, _ value: @autoclosure () -> ValueReader<Value>, _ meaning: String,
    default fallback: String? = nil, example: String? = nil,
    requires owners: @autoclosure () -> [String] = [],
    excludes rivals: @autoclosure () -> KeyValuePairs<String, String> = [:]
  ) -> Value? {
    guard let entry = request(key) else {
      guard field == nil else { return nil }
      let (owners, rivals) = (owners(), rivals())
      var rules = owners.isEmpty ? "" : "; only with \(listed(owners))"
      if !rivals.isEmpty { rules += "; not with \(listed(rivals.map(\.key)))" }
      options.append(
        OptionSchema(
          key: key, value: value().schema(), isRequired: false, fallback: fallback, meaning: meaning + rules,
          example: example))
      return nil
    }
    let owners = owners()
    if !owners.isEmpty, !owners.contains(where: contains) {
      mistake("\(quoted(key)) requires \(listed(owners))", at: key)
    }
    for (rival, reason) in rivals() where contains(rival) {
      mistake("\(quoted(key)) cannot be combined with \(quoted(rival)): \(reason)", at: key)
    }
    return field.flatMap { value().read($0.child(quoted(key), entry.value)) }
  }

  /// Reads the value of a key that must be present.
  /// - Parameters:
  ///   - meaning: What the option does, in Markdown.
  ///   - example: A value as it can be written in a file.
  ///   - hint: What the message says besides, if the key is absent.
  /// - Returns: Nil if the key is absent or its value is a mistake.
  package mutating func require<Value>(
    _ key: String, _ value: @autoclosure () -> ValueReader<Value>, _ meaning: String, example: String? = nil,
    hint: String? = nil
  ) -> Value? {
    guard let field else {
      options.append(
        OptionSchema(
          key: key, value: value().schema(), isRequired: true, fallback: nil, meaning: meaning,
          example: example))
      return nil
    }
    guard let entry = request(key) else {
      missing.append((quoted(key), hint))
      return nil
    }
    return value().read(field.child(quoted(key), entry.value))
  }

  /// Requires that exactly one of some keys is present.
  package mutating func requireOne(of keys: [String]) {
    alternatives = keys
    guard field != nil, keys.count(where: contains) != 1 else { return }
    let present = keys.compactMap { entry($0)?.key }.sorted { $0.location < $1.location }
    guard let first = present.first?.scalar?.text else {
      missing.append((listed(keys), nil))
      return
    }
    for key in present.dropFirst().compactMap(\.scalar?.text) {
      mistake("\(quoted(key)) cannot be combined with \(quoted(first))", at: key)
    }
  }

  package func contains(_ key: String) -> Bool {
    entries.contains { $0.key == key }
  }

  /// The first entry with a key that is known from now on.
  private mutating func request(_ key: String) -> YAMLEntry? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    wasRequested[index] = true
    return entries[index].entry
  }

  /// The first entry with a key.
  private func entry(_ key: String) -> YAMLEntry? {
    entries.first { $0.key == key }?.entry
  }

  /// Reports a mistake at a key that is present, or else where missing keys are reported.
  package func mistake(_ message: String, at key: String? = nil, hint: String? = nil) {
    guard let field else { return }
    let location = key.flatMap { entry($0)?.key.location } ?? field.location
    field.report.mistake(message, at: location, hint: hint)
  }

  /// Reports the keys that have not been requested, and then those that are missing: one may be a misspelling
  /// of the other.
  /// - Parameters:
  ///   - mapping: The name of the mapping. All keys are listed once for all mappings of this name in a file.
  ///   - foreignWords: Hints for the keys of other programs.
  ///   - schema: Describes the mapping.
  func finish(_ mapping: String, _ foreignWords: ForeignWords?, _ schema: () -> MappingSchema) {
    guard let field else { return }
    if wasRequested.contains(false) {
      let requested = zip(entries, wasRequested).filter(\.1).map(\.0.key)
      lazy var known = schema().options.map(\.key)
      var unknown: Set<String> = []
      for (key, entry) in entries where !requested.contains(key) && unknown.insert(key).inserted {
        field.report.mistake(
          "unknown key \(quoted(key))", at: entry.key.location,
          hint: foreignWords?.hint(for: key, entry.value) ?? Suggestion.hint(for: key, among: known)
            ?? Self.list(of: known, in: mapping, for: field.report))
      }
    }
    for (key, hint) in missing { mistake("\(field.name) needs \(key)", hint: hint) }
  }

  /// All keys, at the first call for mappings of a name; nil afterwards.
  private static func list(of known: [String], in mapping: String, for report: Report) -> String? {
    report.isFirst("keys of \(mapping)") ? "known keys: \(known.map(quoted).joined(separator: ", "))" : nil
  }
}
