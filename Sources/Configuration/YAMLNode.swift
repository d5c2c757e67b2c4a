/// A piece of a YAML document with its place: all that is known of YAML outside of this library.
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
  /// Where it stands in the text, with its quotes, as indices of Unicode scalars.
  let range: Range<Int>

  package enum Style {
    case plain, singleQuoted, doubleQuoted, block
  }

  /// Whether it stands for "no value": nothing at all, `~` or `null`, unquoted.
  package var isNull: Bool {
    style == .plain && ["", "~", "null"].contains(text)
  }
}

extension YAMLNode {
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Whether it is the key `<<`, whose value YAML 1.1 merges into the mapping.
  var isMergeKey: Bool {
    scalar.map { $0.style == .plain && $0.text == "<<" } ?? false
  }

  /// What it is, in the words of a message: "a list", "`5 sec`", "nothing".
  var description: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "nothing" : quoted(scalar.text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
