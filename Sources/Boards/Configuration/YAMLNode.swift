/// A part of a YAML document, with its location. Other modules see YAML only as nodes.
package struct YAMLNode {
  package let location: TextLocation
  package let content: Content

  package enum Content {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }
}

package struct YAMLEntry {
  package let key: YAMLNode
  package let value: YAMLNode
}

package struct YAMLScalar {
  package let text: String
  package let style: Style
  /// Its range in the source text, including quotes, as indices of Unicode scalars.
  let range: Range<Int>

  package enum Style {
    case plain, singleQuoted, doubleQuoted, block
  }

  /// Whether it means "no value": nothing at all, `~` or `null`, without quotes.
  package var isNull: Bool {
    style == .plain && ["", "~", "null"].contains(text)
  }
}

extension YAMLNode {
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  var isNull: Bool { scalar?.isNull ?? false }

  /// Whether it is the key `<<`, whose value YAML 1.1 merges into the mapping.
  var isMergeKey: Bool {
    scalar.map { $0.style == .plain && $0.text == "<<" } ?? false
  }

  /// What a message calls it: "a list", "`5 sec`".
  var description: String {
    switch content {
    case .scalar(let scalar): quoted(scalar.text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
