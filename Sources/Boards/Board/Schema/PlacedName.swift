import Configuration

/// The name of an action, and where it stands in the board file.
struct PlacedName {
  let name: String
  let location: TextLocation
}

extension ValueReader where Value == PlacedName {
  static var placedName: Self {
    let text = ValueReader<String>.text
    return Self(text.schema()) { field in
      text.read(field).map { PlacedName(name: $0, location: field.node.location) }
    }
  }
}
