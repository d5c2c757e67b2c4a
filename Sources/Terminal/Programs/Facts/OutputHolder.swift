/// A process that can still print into the output of a command whose program has ended.
package struct OutputHolder: Sendable, Hashable, CustomStringConvertible {
  /// The number of the process.
  package var process: Int32
  /// The name of its program in the system: up to 15 bytes.
  package var name: String
  /// Whether it has left the process group of its command, so that ending the command does not end it.
  package var isOutOfReach: Bool

  package init(process: Int32, name: String, isOutOfReach: Bool) {
    self.process = process
    self.name = name
    self.isOutOfReach = isOutOfReach
  }

  package var description: String { "\(name) (pid \(process))" }
}

/// The processes that keep an output open, as far as they are visible.
package struct OutputHolders: Sendable, Equatable, CustomStringConvertible {
  /// In the order of their numbers; empty if they belong to another user, or the system does not list them.
  package let processes: [OutputHolder]

  package init(_ processes: some Sequence<OutputHolder>) {
    self.processes = Set(processes).sorted { $0.process < $1.process }
  }

  /// Whether all of them outlive the end of the command.
  package var areOutOfReach: Bool { processes.allSatisfy(\.isOutOfReach) }

  /// Their names, such as "sleep (pid 4711)".
  package var description: String {
    processes.isEmpty ? "a process that cannot be seen" : processes.map(\.description).inWords
  }

  /// What a command does whose program has ended and whose output has not: "waits for sleep (pid 4711), which
  /// keeps its output open".
  package var wait: String {
    "waits for \(self), which \(processes.count > 1 ? "keep" : "keeps") its output open"
  }

  /// What is said of them where their command has left them.
  package var words: String { "left running: \(self)" }
}
