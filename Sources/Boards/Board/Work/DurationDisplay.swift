extension Duration {
  /// The duration as the program shows it, rounded down: "380 ms", "3.2 s", "12 s", "1m 04s", "2h 05m", "3d
  /// 04h".
  ///
  /// At most six columns wide for durations below ten minutes, and seven for those below a hundred days.
  public var text: String {
    let (seconds, attoseconds) = components
    guard self > .zero else { return "0 s" }
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return switch seconds {
    case 0: "\(milliseconds) ms"
    case ..<10: "\(seconds).\(milliseconds / 100) s"
    default: wholeSeconds
    }
  }

  /// The same without fractions of a second, for elapsed times: their rows change only once a second.
  public var wholeSeconds: String {
    let seconds = max(0, components.seconds)
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60)m \(twoDigits(seconds % 60))s"
    case ..<86_400: "\(seconds / 3600)h \(twoDigits(seconds / 60 % 60))m"
    default: "\(seconds / 86_400)d \(twoDigits(seconds / 3600 % 24))h"
    }
  }

  private func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
