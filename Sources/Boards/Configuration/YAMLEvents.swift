import CYAML

/// Parses text with libyaml, event by event.
///
/// libyaml reads only as far as necessary, does not recurse, and does not expand aliases.
struct YAMLEvents: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// - Parameter text: Valid UTF-8 without a byte order mark.
  init(_ text: [UInt8]) {
    // One more byte, because libyaml does not accept a null pointer for empty text.
    bytes = .allocate(capacity: text.count + 1)
    _ = bytes.initialize(from: text)
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else { fatalError("out of memory") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next event. There are no events after an error.
  mutating func next() throws(YAMLError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLError(parser.pointee) }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(event)
  }
}

/// An event, copied from libyaml.
struct YAMLEvent {
  enum Content {
    case scalar(text: String, style: YAMLScalar.Style)
    case alias
    case sequenceStart
    case mappingStart
    /// The end of a sequence or a mapping.
    case end
    case documentStart
    /// The start and the end of the text, and the end of a document.
    case other
  }

  let content: Content
  var location: TextLocation
  /// The range of the event, including its anchor and tag, as indices of Unicode scalars.
  let range: Range<Int>
  /// Whether it has an anchor, `&name`.
  let hasAnchor: Bool
  /// Whether it has a tag, `!name`.
  let hasTag: Bool
  /// The name of its anchor, or that of an alias; nil for none.
  let anchor: String?
  /// Its tag as libyaml resolves it, such as `!reset`; nil for none.
  let tag: String?

  fileprivate init(_ event: yaml_event_t) {
    var (anchor, tag): (UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      (anchor, tag) = (scalar.anchor, scalar.tag)
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      content = .scalar(text: String(decoding: bytes, as: UTF8.self), style: .init(scalar.style))
    case YAML_SEQUENCE_START_EVENT:
      (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
      content = .sequenceStart
    case YAML_MAPPING_START_EVENT:
      (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
      content = .mappingStart
    case YAML_ALIAS_EVENT:
      content = .alias
      anchor = event.data.alias.anchor
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: content = .end
    case YAML_DOCUMENT_START_EVENT: content = .documentStart
    default: content = .other
    }
    if case .alias = content { hasAnchor = false } else { hasAnchor = anchor != nil }
    hasTag = tag != nil
    self.anchor = anchor.map { String(cString: $0) }
    self.tag = tag.map { String(cString: $0) }
    location = TextLocation(event.start_mark)
    range = event.start_mark.index..<max(event.start_mark.index, event.end_mark.index)
  }
}

/// An error of libyaml, with its own messages.
struct YAMLError: Error {
  /// What libyaml was parsing: "while scanning a plain scalar".
  let context: String
  /// Where that started: at a quote, a list, a key.
  let begin: TextLocation
  let problem: String
  /// Where parsing stopped.
  let place: TextLocation

  /// Problems that libyaml does not report.
  static let nestedTooDeeply = "nested too deeply"
  static let unclosedBracket = "unclosed bracket"

  init(_ problem: String, at place: TextLocation) {
    (context, begin, self.problem, self.place) = ("", place, problem, place)
  }

  fileprivate init(_ parser: yaml_parser_t) {
    place = TextLocation(parser.problem_mark)
    begin = parser.context == nil ? place : TextLocation(parser.context_mark)
    context = parser.context.map { String(cString: $0) } ?? ""
    problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
  }
}

extension TextLocation {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

extension YAMLScalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
