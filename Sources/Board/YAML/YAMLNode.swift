/// A piece of a YAML document with its place: what the rest of this module knows of YAML.
struct YAMLNode {
  let location: TextLocation
  let content: Content

  enum Content {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }
}

struct YAMLEntry {
  let key: YAMLNode
  let value: YAMLNode
}

struct YAMLScalar {
  let text: String
  let style: Style

  enum Style {
    case plain, singleQuoted, doubleQuoted, block
  }

  /// Whether it stands for "no value": nothing at all, `~` or `null`, unquoted.
  var isNull: Bool {
    style == .plain && ["", "~", "null"].contains(text)
  }
}

extension YAMLNode {
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
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
