internal import TerminalUI

extension Dashboard {
  /// How the last runs of an action went, at a glance.
  public struct Trend: Equatable, Sendable {
    /// How one run ended.
    public enum Point: Equatable, Sendable {
      /// It took so long; for a probe, so long did the answer take.
      case succeeded(Duration)
      case failed
      case cancelled
    }

    /// The last finished runs, the oldest first.
    public var points: [Point]
    /// The part of them that succeeded, from 0 to 1; nil while nothing succeeded or failed.
    public var successRate: Double?

    public init(points: [Point] = [], successRate: Double? = nil) {
      self.points = points
      self.successRate = successRate
    }

    /// A bar for each success, and a sign for each other run.
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
