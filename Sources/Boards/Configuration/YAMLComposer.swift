/// Composes nodes from the events of libyaml, and reports YAML features that are not supported.
struct YAMLComposer: ~Copyable {
  /// The mistakes that have been found so far, in the order of the events.
  private(set) var mistakes: [YAMLMistake] = []
  private let source: SourceText
  private let unquoted: UnquotedTexts
  private var events: YAMLEvents
  /// The locations of the brackets that are still open, the innermost last.
  private var brackets: [TextLocation] = []

  /// The maximum depth of nodes. A board needs five levels.
  private static let depthLimit = 32

  init(_ source: SourceText, _ unquoted: UnquotedTexts) {
    self.source = source
    self.unquoted = unquoted
    events = YAMLEvents(unquoted.readableText)
  }

  /// The root of the only document; nil if there is no document, or several.
  mutating func root() throws(YAMLError) -> YAMLNode? {
    _ = try events.next()
    guard case .documentStart = try events.next().content, let root = try node(depth: 0) else { return nil }
    _ = try events.next()
    let next = try events.next()
    guard case .documentStart = next.content else { return root }
    mistake(
      "a second document starts here", at: next.location,
      hint: "a \(source.kind) can contain only one document")
    return nil
  }

  /// The next node; nil at the end of the enclosing collection.
  private mutating func node(depth: Int) throws(YAMLError) -> YAMLNode? {
    let event = try nextEvent()
    let content: YAMLNode.Content
    switch event.content {
    case .end, .documentStart, .other: return nil
    case _ where depth >= Self.depthLimit: throw YAMLError(YAMLError.nestedTooDeeply, at: event.location)
    case .scalar(let text, let style):
      content = .scalar(scalar(YAMLScalar(text: text, style: style, range: event.range), event))
    case .alias: content = .scalar(alias(event))
    case .sequenceStart, .mappingStart:
      refuseTag(event)
      content = try collection(event, depth: depth + 1)
    }
    if event.hasAnchor { refuseAnchor(event) }
    return YAMLNode(location: event.location, content: content)
  }

  private mutating func collection(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode.Content {
    let hasBracket = hasBracket(start)
    if hasBracket { brackets.append(start.location) }
    let content: YAMLNode.Content
    if case .sequenceStart = start.content {
      content = .sequence(try elements(depth: depth))
    } else {
      content = .mapping(try entries(depth: depth))
    }
    if hasBracket { brackets.removeLast() }
    return content
  }

  private mutating func elements(depth: Int) throws(YAMLError) -> [YAMLNode] {
    var elements: [YAMLNode] = []
    while let element = try node(depth: depth) { elements.append(element) }
    return elements
  }

  /// The entries of a mapping, including duplicates.
  private mutating func entries(depth: Int) throws(YAMLError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var firsts: [String: TextLocation] = [:]
    while let key = try node(depth: depth) {
      let mistakesBefore = mistakes.count
      guard let value = try node(depth: depth) else { break }
      if key.isMergeKey {
        // The aliases in its value need no messages of their own.
        mistakes.removeSubrange(mistakesBefore...)
        mistake(
          "a \(source.kind) cannot contain merge keys", at: key.location, hint: "write the merged keys here")
        continue
      }
      entries.append(YAMLEntry(key: key, value: value))
      guard let text = key.scalar?.text else { continue }
      if let first = firsts[text] {
        let place = first.line == key.location.line ? "column \(first.column)" : "line \(first.line)"
        mistake("duplicate key \(quoted(text)); the first is in \(place)", at: key.location)
      } else {
        firsts[text] = key.location
      }
    }
    return entries
  }

  /// The next event. Its location is in the text, while libyaml reports the end in a line after the last one.
  ///
  /// If the text ends too early, the error is about the innermost open bracket, which libyaml does not
  /// report.
  private mutating func nextEvent() throws(YAMLError) -> YAMLEvent {
    do throws(YAMLError) {
      var event = try events.next()
      event.location = source.nearest(event.location)
      return event
    } catch {
      guard let bracket = brackets.last, source.isEnd(error.place) else { throw error }
      throw YAMLError(YAMLError.unclosedBracket, at: bracket)
    }
  }

  // MARK: Unsupported features

  /// The text in the source, even if YAML gives it another meaning.
  private mutating func scalar(_ scalar: YAMLScalar, _ event: YAMLEvent) -> YAMLScalar {
    if scalar.style == .plain, let sign = unquoted.sign(at: event.range.lowerBound) {
      let text = String(sign) + String(scalar.text.unicodeScalars.dropFirst())
      mistakes.append(YAMLMistake(unquoted: text, at: event.location))
      return YAMLScalar(text: text, style: .plain, range: event.range)
    }
    guard event.hasTag else { return scalar }
    let written = text(of: event.range)
    guard scalar.style == .plain, !written.hasPrefix("!!"), !written.hasPrefix("!<") else {
      refuseTag(event)
      return scalar
    }
    // A guard that starts with `!`. The source of several lines would not be a valid suggestion.
    let text = written.contains(where: \.isNewline) ? scalar.text : written
    mistakes.append(YAMLMistake(unquoted: text, at: event.location))
    return YAMLScalar(text: text, style: .plain, range: event.range)
  }

  private mutating func alias(_ event: YAMLEvent) -> YAMLScalar {
    let text = text(of: event.range)
    mistake(
      "a \(source.kind) cannot contain aliases such as \(quoted(text))", at: event.location,
      hint: "put text that starts with `*` in quotes")
    return YAMLScalar(text: text, style: .plain, range: event.range)
  }

  private mutating func refuseAnchor(_ event: YAMLEvent) {
    let word = words(of: event.range).first { $0.hasPrefix("&") } ?? "&"
    mistake(
      "a \(source.kind) cannot contain anchors such as \(quoted(String(word)))", at: event.location,
      hint: "put text that starts with `&` in quotes")
  }

  private mutating func refuseTag(_ event: YAMLEvent) {
    guard event.hasTag else { return }
    let word = words(of: event.range).first { $0.hasPrefix("!") } ?? "!"
    mistake(
      "a \(source.kind) cannot contain tags such as \(quoted(String(word)))", at: event.location,
      hint: "remove it, or put text that starts with `!` in quotes")
  }

  private mutating func mistake(_ message: String, at location: TextLocation, hint: String? = nil) {
    mistakes.append(YAMLMistake(message, at: location, hint: hint))
  }

  // MARK: Source text

  /// Whether a collection starts with a bracket, which is then the last scalar of its event.
  private func hasBracket(_ event: YAMLEvent) -> Bool {
    !event.range.isEmpty && "[{".unicodeScalars.contains(source.scalars[event.range.upperBound - 1])
  }

  private func text(of range: Range<Int>) -> String {
    String(String.UnicodeScalarView(source.scalars[range]))
  }

  private func words(of range: Range<Int>) -> [Substring] {
    text(of: range).split(whereSeparator: \.isWhitespace)
  }
}
