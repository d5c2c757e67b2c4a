/// Parses durations: `250ms`, `5s`, `10m`, `1h30m`, `14d`.
///
/// A duration consists of whole numbers with units, the larger unit first, each at most once, without spaces.
package enum DurationText {
  /// The units with their maximum numbers of digits: the longest duration fits into 64 bits as microseconds.
  private static let units: [(name: String, milliseconds: Int64, digitLimit: Int)] = [
    ("d", 86_400_000, 7), ("h", 3_600_000, 9), ("m", 60_000, 9), ("s", 1_000, 9), ("ms", 1, 9),
  ]

  package static func parse(_ text: String) -> Duration? {
    var rest = Substring(text)
    var remainingUnits = units[...]
    var milliseconds: Int64 = 0
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest[name.endIndex...]
      guard let index = remainingUnits.firstIndex(where: { $0.name == name }),
        digits.count <= units[index].digitLimit, let number = Int64(digits)
      else { return nil }
      milliseconds += number * remainingUnits[index].milliseconds
      remainingUnits = remainingUnits[(index + 1)...]
    } while !rest.isEmpty
    return .milliseconds(milliseconds)
  }

  /// What was probably meant by text that is not a duration: `5s` for `5 sec`, and seconds for a number.
  package static func suggestion(for text: String) -> String? {
    let compact = text.lowercased().filter { !$0.isWhitespace }
    let digits = compact.prefix { $0.isASCII && $0.isNumber }
    let unit =
      switch compact[digits.endIndex...] {
      case "", "s", "sec", "secs", "second", "seconds": "s"
      case "ms", "msec", "millis", "millisecond", "milliseconds": "ms"
      case "m", "min", "mins", "minute", "minutes": "m"
      case "h", "hr", "hrs", "hour", "hours": "h"
      case "d", "day", "days": "d"
      default: ""
      }
    let suggestion = digits + unit
    return parse(String(suggestion)) == nil ? nil : String(suggestion)
  }
}
