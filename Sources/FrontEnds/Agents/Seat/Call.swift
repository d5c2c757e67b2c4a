internal import Board
internal import Boundary
internal import Wire

/// A request of the client that is not answered yet.
struct Call {
  /// What it wants.
  enum Purpose {
    case tool(Tool, ToolArguments)
    case listTools
    case listResources
    case read(ResourceName)
    case subscribe(ResourceName)
    /// A listen that waits for the board: it is answered already.
    case listen
  }

  /// What it waits for.
  enum Stage {
    /// The board.
    case reaching(startsBox: Bool)
    /// The end of what is only in the way of a press.
    case inTheWay
    /// A person, whom the client asks.
    case form(RequestState)
    /// The answer of the box to a start.
    case starting
    /// The answer of a person at a panel.
    case petition
    /// The person whom an earlier call has asked.
    case asked(UInt64)
    /// A run.
    case running(RunWatch)
    /// A guard, as the client wrote it.
    case guarded(String)
    case cancelling
    /// What the box knows.
    case reading(Reading)
  }

  /// What is read for the answer.
  enum Reading {
    /// The output of a run of which something is said.
    case run(RunText)
    /// The guard of an action that was not started, because of this.
    case refusal(String)
    /// What the call is for.
    case answer
  }

  /// A run that is waited for.
  struct RunWatch {
    /// Its number; nil until it is known.
    var run: Int?
    /// How many runs had begun before it.
    var before: Int
    /// Whether the call has started it, and the box says how it ends.
    var isOwn: Bool
    var outcome: RunOutcome?
    /// When it began, or the call did.
    var since: Duration
  }

  let number: Int
  let id: JSONTree
  let client: Client
  let purpose: Purpose
  /// Names the call in notifications about its progress; nil if the client wants none.
  let progressToken: JSONTree?
  let began: Duration
  var stage: Stage
  /// When it has waited long enough; nil for ever.
  var deadline: Duration?
  /// The answers of a person, and the state that belongs to them.
  var responses: JSONTree?
  var state: RequestState?
  /// The question to which a person has said yes.
  var confirmed: String?
  /// How often a box has ended before it took the start.
  var attempts = 0
  /// The last progress that was sent, and when.
  var progress: (fraction: Double, time: Duration)?
  /// Why the client's form was of no use; nil if it was not tried.
  var unseen: String?
}

/// Something that can be read, and whose changes can be subscribed to.
enum ResourceName: Hashable {
  case board
  case output(String)

  private static let scheme = "signalbox://"

  var uri: String {
    switch self {
    case .board: Self.scheme + "board"
    case .output(let action): Self.scheme + "output/" + action
    }
  }

  /// Nil for everything that the server has not named like that.
  init?(_ uri: String) {
    guard uri.hasPrefix(Self.scheme) else { return nil }
    let path = uri.dropFirst(Self.scheme.count)
    if path == "board" {
      self = .board
      return
    }
    let prefix = "output/"
    let action = path.dropFirst(prefix.count)
    guard path.hasPrefix(prefix), !action.isEmpty,
      action.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      })
    else { return nil }
    self = .output(String(action))
  }
}
