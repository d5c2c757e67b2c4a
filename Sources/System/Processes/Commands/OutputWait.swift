internal import Programs

/// The wait for the end of an output whose program has already ended.
struct OutputWait: Sendable {
  let readers: [OutputReader]
  let output: OpenOutputs.Output
  /// Called with the processes that hold the output, when the wait is long enough to be noticed and they have
  /// changed.
  let onWait: @Sendable (OutputHolders) -> Void
  private var reported: OutputHolders?

  init(
    _ readers: [OutputReader], of output: OpenOutputs.Output,
    onWait: @escaping @Sendable (OutputHolders) -> Void
  ) {
    self.readers = readers
    self.output = output
    self.onWait = onWait
  }

  /// Waits for the end, and returns whether it came within the limit. Each call has a limit of its own.
  mutating func forEnd(atMost limit: Duration) async -> Bool {
    // Most outputs end with their program, or soon after it. Finding the holders before that would be wasted.
    let patience = min(limit / 10, .milliseconds(200))
    if await end(atMost: patience) { return true }
    let holders = output.holders
    // The last holder may have ended during the search.
    if holders.processes.isEmpty, await end(atMost: patience) { return true }
    if holders != reported { onWait(holders) }
    reported = holders
    return await end(atMost: limit - patience)
  }

  /// Ends the output now: what the pipes hold is read, later bytes are not.
  func giveUp() async {
    for reader in readers { await reader.giveUp() }
  }

  /// Drops what is printed from now on: what the pipes hold is read.
  func mute() async {
    for reader in readers { await reader.mute() }
  }

  private func end(atMost limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for reader in readers { group.addTask { await reader.waitForEnd(atMost: limit) } }
      return await group.allSatisfy { $0 }
    }
  }
}
