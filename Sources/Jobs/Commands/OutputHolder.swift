/// A process that can still print into the output of a command whose program has ended.
public struct OutputHolder: Sendable, Hashable, CustomStringConvertible {
  /// The number of the process.
  public let process: Int32
  /// What it runs, as the system calls it: up to 15 bytes.
  public let name: String
  /// It has left the process group of its command, so that ending the command does not end it.
  public let isOutOfReach: Bool

  public var description: String { "\(name) (pid \(process))" }
}

/// All who keep an output open, as far as they can be seen.
public struct OutputHolders: Sendable, Equatable, CustomStringConvertible {
  /// By their numbers; empty if they belong to another user, or the system does not tell.
  public let processes: [OutputHolder]

  public init(_ processes: some Sequence<OutputHolder>) {
    self.processes = Set(processes).sorted { $0.process < $1.process }
  }

  /// Nothing that ends the command ends them.
  public var areOutOfReach: Bool { processes.allSatisfy(\.isOutOfReach) }

  /// Who they are, such as "sleep (pid 4711)".
  public var description: String {
    processes.isEmpty ? "a process that cannot be seen" : processes.map(\.description).inWords
  }

  /// What a command does that has ended and is not over: "waits for sleep (pid 4711), which keeps its output open".
  public var wait: String {
    "waits for \(self), which \(processes.count > 1 ? "keep" : "keeps") its output open"
  }
}
