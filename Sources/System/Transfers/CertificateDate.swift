#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The end of a certificate, as libcurl tells it.
enum CertificateDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The end in seconds since 1970, if the line is about it: "Expire date:Nov 24 00:00:00 2026 GMT", or
  /// "Expire date:2026-11-24 00:00:00 GMT", which depends on the library for TLS.
  static func end(inLine line: String) -> Int64? {
    let prefix = "expire date:"
    guard line.lowercased().hasPrefix(prefix) else { return nil }
    var words = line.dropFirst(prefix.count).split(separator: " ")
    guard words.popLast() == "GMT" else { return nil }
    switch words.count {
    case 2:
      let day = numbers(words[0], "-")
      return day.count == 3 ? seconds(year: day[0], month: day[1], day: day[2], time: words[1]) : nil
    case 4:
      guard let month = months.firstIndex(of: String(words[0])), let day = Int32(words[1]),
        let year = Int32(words[3])
      else { return nil }
      return seconds(year: year, month: Int32(month) + 1, day: day, time: words[2])
    default: return nil
    }
  }

  private static func seconds(year: Int32, month: Int32, day: Int32, time: Substring) -> Int64? {
    let parts = numbers(time, ":")
    guard parts.count == 3, (1...9999).contains(year), (1...12).contains(month) else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, month - 1, day)
    (date.tm_hour, date.tm_min, date.tm_sec) = (parts[0], parts[1], parts[2])
    return Int64(timegm(&date))
  }

  /// The numbers in a text; none if a part of it is not a number.
  private static func numbers(_ text: Substring, _ separator: Character) -> [Int32] {
    let parts = text.split(separator: separator)
    let numbers = parts.compactMap { Int32($0) }
    return numbers.count == parts.count ? numbers : []
  }
}
