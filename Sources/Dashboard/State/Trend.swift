internal import TerminalUI

extension Dashboard {
  /// How the last runs of an action ended, drawn as a small chart.
  package struct Trend: Equatable, Sendable {
    /// How one run ended.
    package enum Point: Equatable, Sendable {
      /// It took this long. For a probe, this is the time until the answer.
      case succeeded(Duration)
      case failed
      case cancelled
    }

    /// The last finished runs, the oldest first.
    package var points: [Point]
    /// The fraction of them that succeeded, from 0 to 1; nil while none has succeeded or failed.
    package var successRate: Double?

    package init(points: [Point] = [], successRate: Double? = nil) {
      self.points = points
      self.successRate = successRate
    }

    /// A chart with a bar for each success and a sign for every other run.
    func sparkline(_ glyphs: GlyphSet) -> Sparkline {
      Sparkline(
        points.map { point in
          switch point {
          case .succeeded(let time): .value(time / .milliseconds(1))
          case .failed: .sign(glyphs.failed, .failure)
          case .cancelled: .sign(glyphs.cancelled, .warning)
          }
        }, glyphs: glyphs)
    }
  }
}
