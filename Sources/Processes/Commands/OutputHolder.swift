/// A process that can still print into the output of a command whose program has ended.
package struct OutputHolder: Sendable, Hashable, CustomStringConvertible {
  /// The number of the process.
  package let process: Int32
  /// What it runs, as the system calls it: up to 15 bytes.
  package let name: String
  /// It has left the process group of its command, so that ending the command does not end it.
  package let isOutOfReach: Bool

  package var description: String { "\(name) (pid \(process))" }
}

/// All who keep an output open, as far as they can be seen.
package struct OutputHolders: Sendable, Equatable, CustomStringConvertible {
  /// By their numbers; empty if they belong to another user, or the system does not tell.
  package let processes: [OutputHolder]

  package init(_ processes: some Sequence<OutputHolder>) {
    self.processes = Set(processes).sorted { $0.process < $1.process }
  }

  /// Nothing that ends the command ends them.
  package var areOutOfReach: Bool { processes.allSatisfy(\.isOutOfReach) }

  /// Who they are, such as "sleep (pid 4711)".
  package var description: String {
    processes.isEmpty ? "a process that cannot be seen" : processes.map(\.description).inWords
  }

  /// What a command does that has ended and is not over: "waits for sleep (pid 4711), which keeps its output open".
  package var wait: String {
    "waits for \(self), which \(processes.count > 1 ? "keep" : "keeps") its output open"
  }
}
