import Configuration

/// The file for an output, and where it is in the board file.
struct PlacedLog {
  let definition: LogDefinition
  let location: TextLocation
}

extension ValueReader where Value == PlacedLog {
  /// The path of a file, or a mapping that also says how large it can become.
  static func log(of place: BoardPlace) -> Self {
    let definition = ValueReader<String>.file(in: place).map { LogDefinition($0) }.or(
      .mapping("log") { fields in
        let path = fields.require(
          "file", .file(in: place), "the path, relative to the board's file; `~` is your home directory",
          example: "build.log")
        let size = fields.read(
          "size", .size, "the size from which on a new file begins: kB, MB or GB", default: "`10MB`",
          example: "500kB")
        let count = fields.read(
          "count", .count(1...1_000), "how many files are kept, with the present one", default: "`3`",
          example: "10")
        return path.map {
          LogDefinition(
            $0, sizeLimit: size ?? LogDefinition.defaultSizeLimit,
            count: count ?? LogDefinition.defaultCount)
        }
      })
    return Self(definition.schema()) { field in
      definition.read(field).map { PlacedLog(definition: $0, location: field.node.location) }
    }
  }
}

extension ValueReader where Value == Int {
  /// A number of bytes, at least 1 kB.
  fileprivate static var size: Self {
    .parsed(
      "a size such as 500kB, 10MB or 1GB",
      ValueSchema("size", .string(pattern: "^[1-9][0-9]{0,5}([kK]|M|G)B$")),
      hint: { text in
        let compact = text.filter { !$0.isWhitespace }
        return ["", "B"].map { compact + $0 }.first { bytes($0) != nil }.map { "did you mean `\($0)`?" }
      }, parse: bytes)
  }

  private static func bytes(_ text: String) -> Int? {
    let factors = ["kB": 1_000, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...6).contains(digits.count), let number = Int(digits), number > 0,
      let factor = factors[String(text.dropFirst(digits.count))]
    else { return nil }
    return number * factor
  }
}
