import Boundary
import TerminalUI

extension Dashboard.ButtonFace {
  /// A sign that distinguishes it without colour.
  func sign(_ glyphs: GlyphSet) -> Character {
    switch self {
    case .locked: glyphs.locked
    case .planned: glyphs.planned
    case .stopping: glyphs.stopping
    case .asks, .unknown: "?"
    case .stale: glyphs.stale
    case .phase(let phase): phase.sign(glyphs)
    }
  }

  var style: Style {
    switch self {
    case .locked: .dim
    case .planned: .running
    case .stopping, .stale: .warning
    case .asks: .question
    case .unknown: .dim
    case .phase(let phase): phase.style
    }
  }
}

extension ActionStatus.Phase {
  /// A sign that distinguishes the phase without colour.
  func sign(_ glyphs: GlyphSet) -> Character {
    switch self {
    case .idle: glyphs.idle
    case .running, .starting: glyphs.running
    case .ready: glyphs.ready
    case .restarting: glyphs.restarting
    case .succeeded: glyphs.succeeded
    case .failed: glyphs.failed
    case .cancelled: glyphs.cancelled
    case .tolerated: glyphs.tolerated
    case .lost: "?"
    }
  }

  var style: Style {
    switch self {
    case .idle: .dim
    case .running, .starting: .running
    case .ready: .success
    case .succeeded: .success
    case .failed: .failure
    case .cancelled, .tolerated, .restarting, .lost: .warning
    }
  }
}
