internal import Board
internal import Boundary
internal import Inputs
internal import SignalboxCore

/// The actions that start because their inputs have changed.
@MainActor
final class WatchedActions {
  /// What is known of one action.
  struct Entry {
    /// Whether it was not judged since somebody attends.
    var isNew = true
    /// Since when its inputs seem to be others; nil while they are not.
    var since: Duration?
    /// What it is going to start because of, when it may; nil for nothing.
    var pending: InputChange?
    /// What its last start by this was because of.
    var handled: ContentDigest?
    /// How many of its last starts were because of what the run before them had written.
    var loops = 0
    /// Why it does not start by itself; nil if it does.
    var pause: String?
    var timer: AnyCancellable?
  }

  /// How many starts in a row may be because of what the run before them has written.
  static let loopLimit = 3
  /// How many starts may be because of what other watched runs have written, within some time.
  static let echoLimit = 20
  var echoTime = Duration.seconds(60)
  /// Somebody who changes files all the time does not prevent a start for longer.
  static let longestWait = Duration.seconds(3)

  var entries: [String: Entry] = [:]
  /// Whether somebody attends.
  var isOn = false
  /// Whether a person has switched it off.
  var isOff = false
  /// Why nothing starts by itself, although a person has not switched it off; nil if something does.
  var pause: String?
  /// When actions were started because of what watched runs had written.
  var echoes: [Duration] = []

  nonisolated init() {}

  /// Why a change starts nothing; nil if it does.
  func obstacle(of id: String) -> String? { isOff ? "" : pause ?? entries[id]?.pause }

  /// A person has started an action, or wants all to go on.
  func resume(_ id: String) {
    entries[id]?.pause = nil
    entries[id]?.loops = 0
    (pause, echoes) = (nil, [])
  }

  func resumeAll() {
    for id in entries.keys { resume(id) }
    (pause, echoes, isOff) = (nil, [], false)
  }
}

/// What an action is made from differs from what its last attempt was made from.
struct InputChange: Equatable {
  /// The first file that differs, or the action; empty if there was no attempt.
  var path = ""
  /// Identifies what it is made from now.
  var content: ContentDigest
  /// When the files that differ were written, in nanoseconds since 1970; nil if that is not known.
  var times: ClosedRange<Int64>?
  /// Whether it is not known what the last attempt was made from. It may have written the files itself.
  var isGuess = false
}
