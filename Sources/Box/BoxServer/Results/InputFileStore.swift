internal import Board
internal import Dispatch
internal import Processes
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The files that keep the state of the inputs of successes, one for each action.
package final class InputFileStore: Sendable {
  private static let sizeLimit = 256 << 20

  /// Their directory.
  private let path: String
  private let queue = DispatchQueue(label: "signalbox.inputs", qos: .utility)
  private let onTrouble: @Sendable (String) -> Void
  private let hasReported = Locked(false)

  /// - Parameters:
  ///   - path: Where the files are. It is created with the first of them.
  ///   - onTrouble: Called once with a sentence, on any thread, if a file cannot be written.
  package init(_ path: String, onTrouble: @escaping @Sendable (String) -> Void = { _ in }) {
    (self.path, self.onTrouble) = (path, onTrouble)
  }

  package func read(_ action: String) -> [UInt8]? { StateFile.read(file(action), limit: Self.sizeLimit) }

  /// Replaces the file of an action. If that fails, the old one remains, which belongs to another success.
  /// Blocks.
  func write(_ action: String, _ bytes: [UInt8]) {
    queue.sync {
      mkdir(path, 0o700)
      do throws(SystemCallError) {
        Descriptor.close(try StateFile.replace(file(action), with: bytes))
      } catch {
        guard hasReported.set() else { return }
        onTrouble(
          "after the next start, successes with inputs do not count, because \(path) cannot be written: "
            + String(cString: strerror(error.code)))
      }
    }
  }

  /// Deletes the files of actions that are not on the board, or have no inputs any more.
  func take(_ board: Board) {
    queue.async { [self] in
      for name in StateFile.names(in: path) where board[name]?.inputs == nil { unlink(file(name)) }
    }
  }

  private func file(_ action: String) -> String { "\(path)/\(action)" }
}
