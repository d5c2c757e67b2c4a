/// Reads the YAML or JSON of other programs: anchors, aliases and merge keys are expanded, tags are allowed.
///
/// Boards have none of them: `YAMLReader` reads those.
package enum ForeignYAML {
  /// The most nodes of a text, counted after the expansion of aliases.
  package static let nodeLimit = 100_000
  /// The maximum depth of nodes, counted in the same way.
  package static let depthLimit = 100

  /// What a text contains.
  package struct Content {
    /// The root of the first document; nil if the text is empty.
    package let root: YAMLNode?
    /// The tags that have no meaning here, with their locations.
    package let tags: [(name: String, location: TextLocation)]
    /// The keys that a mapping has twice, with the location of the later one.
    package let duplicates: [(key: String, location: TextLocation)]
  }

  /// Reads the first document.
  /// - Throws: The first mistake.
  package static func read(_ source: SourceText) throws(Diagnostic) -> Content {
    var composer = ForeignComposer(source)
    do throws(YAMLError) {
      let root = try composer.root()
      return Content(root: root, tags: composer.tags, duplicates: composer.duplicates)
    } catch {
      let mistake = YAMLMistake(error, in: source)
      throw Diagnostic(
        source: source, location: source.nearest(mistake.location), message: mistake.message,
        hint: mistake.hint)
    }
  }
}

/// Composes nodes from the events of libyaml, with copies of anchored ones in place of aliases.
private struct ForeignComposer: ~Copyable {
  private(set) var tags: [(name: String, location: TextLocation)] = []
  private(set) var duplicates: [(key: String, location: TextLocation)] = []
  private let source: SourceText
  private var events: YAMLEvents
  private var anchors: [String: Anchored] = [:]
  private var count = 0

  /// A node, with what a copy of it adds.
  private struct Anchored {
    let node: YAMLNode
    let count: Int
    let depth: Int
  }

  /// A node with the number of nodes in it and its depth.
  private struct Measured {
    let node: YAMLNode
    var depth: Int
  }

  init(_ source: SourceText) {
    self.source = source
    events = YAMLEvents(Array(source.text.utf8))
  }

  mutating func root() throws(YAMLError) -> YAMLNode? {
    _ = try events.next()
    guard case .documentStart = try events.next().content else { return nil }
    return try node(depth: 0)?.node
  }

  /// The next node; nil at the end of the enclosing collection.
  private mutating func node(depth: Int) throws(YAMLError) -> Measured? {
    var event = try events.next()
    event.location = source.nearest(event.location)
    if case .end = event.content { return nil }
    if case .documentStart = event.content { return nil }
    if case .other = event.content { return nil }
    guard depth < ForeignYAML.depthLimit else {
      throw YAMLError(YAMLError.nestedTooDeeply, at: event.location)
    }
    let before = count
    try add(1, at: event.location)
    let measured: Measured
    switch event.content {
    case .alias: return try copy(event, depth: depth)
    case .scalar(let text, let style):
      note(event)
      measured = Measured(
        node: YAMLNode(
          location: event.location,
          content: .scalar(YAMLScalar(text: text, style: style, range: event.range))), depth: 1)
    case .sequenceStart:
      note(event)
      measured = try sequence(event, depth: depth + 1)
    default:
      note(event)
      measured = try mapping(event, depth: depth + 1)
    }
    let node = event.tag == "!reset" ? measured.node.asNull : measured.node
    if let anchor = event.anchor {
      anchors[anchor] = Anchored(node: node, count: count - before, depth: measured.depth)
    }
    return Measured(node: node, depth: measured.depth)
  }

  private mutating func add(_ number: Int, at location: TextLocation) throws(YAMLError) {
    count += number
    if count > ForeignYAML.nodeLimit {
      throw YAMLError("more than \(ForeignYAML.nodeLimit) values", at: location)
    }
  }

  private mutating func copy(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Measured {
    let name = event.anchor ?? ""
    guard let anchored = anchors[name] else {
      throw YAMLError("there is no anchor \(quoted(name)) above", at: event.location)
    }
    guard depth + anchored.depth <= ForeignYAML.depthLimit else {
      throw YAMLError(YAMLError.nestedTooDeeply, at: event.location)
    }
    try add(anchored.count, at: event.location)
    return Measured(node: anchored.node, depth: anchored.depth)
  }

  private mutating func note(_ event: YAMLEvent) {
    guard let tag = event.tag, !["!reset", "!override", "!"].contains(tag),
      !tag.hasPrefix("tag:yaml.org,2002:")
    else { return }
    tags.append((tag, event.location))
  }

  private mutating func sequence(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> Measured {
    var elements: [YAMLNode] = []
    var deepest = 0
    while let element = try node(depth: depth) {
      elements.append(element.node)
      deepest = max(deepest, element.depth)
    }
    return Measured(
      node: YAMLNode(location: start.location, content: .sequence(elements)), depth: deepest + 1)
  }

  private mutating func mapping(_ start: YAMLEvent, depth: Int) throws(YAMLError) -> Measured {
    var entries: [YAMLEntry] = []
    var merged: [YAMLEntry] = []
    var indices: [String: Int] = [:]
    var deepest = 0
    while let key = try node(depth: depth), let value = try node(depth: depth) {
      deepest = max(deepest, value.depth)
      if key.node.isMergeKey {
        merged += value.node.mergedEntries
        continue
      }
      let text = key.node.keyText
      if let index = indices[text] {
        duplicates.append((text, key.node.location))
        entries[index] = YAMLEntry(key: key.node, value: value.node)
      } else {
        indices[text] = entries.count
        entries.append(YAMLEntry(key: key.node, value: value.node))
      }
    }
    for entry in merged where indices[entry.key.keyText] == nil {
      indices[entry.key.keyText] = entries.count
      entries.append(entry)
    }
    return Measured(
      node: YAMLNode(location: start.location, content: .mapping(entries)), depth: deepest + 1)
  }
}

extension YAMLNode {
  /// The entries of the value of a merge key: a mapping, or a list of them, of which the first counts.
  fileprivate var mergedEntries: [YAMLEntry] {
    switch content {
    case .mapping(let entries): entries
    case .sequence(let elements): elements.flatMap(\.mergedEntries)
    case .scalar: []
    }
  }

  /// The text of a key; empty for one that is no scalar.
  fileprivate var keyText: String { scalar?.text ?? "" }

  fileprivate var asNull: YAMLNode {
    YAMLNode(location: location, content: .scalar(YAMLScalar(text: "", style: .plain, range: 0..<0)))
  }
}
