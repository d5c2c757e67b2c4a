/// The wait for the end of an output whose program has ended already, and who keeps it open.
struct OutputWait: Sendable {
  let readers: [OutputReader]
  let output: OpenOutputs.Output
  /// Called with those who hold the output, when the wait is long enough to be noticed and they are not told yet.
  let onWait: @Sendable (OutputHolders) -> Void
  private var told: OutputHolders?

  init(
    _ readers: [OutputReader], of output: OpenOutputs.Output,
    onWait: @escaping @Sendable (OutputHolders) -> Void
  ) {
    self.readers = readers
    self.output = output
    self.onWait = onWait
  }

  /// Waits for the end up to the limit, and returns whether it came. Each call has a limit of its own.
  mutating func forEnd(atMost limit: Duration) async -> Bool {
    // Most outputs end with their program, or a moment later: nobody is looked for before that.
    let patience = min(limit / 10, .milliseconds(200))
    if await end(atMost: patience) { return true }
    let holders = output.holders
    // The last one may have ended while it was looked for.
    if holders.processes.isEmpty, await end(atMost: patience) { return true }
    if holders != told { onWait(holders) }
    told = holders
    return await end(atMost: limit - patience)
  }

  /// Makes this moment the end of the output: what the pipes hold is read, the rest is not.
  func giveUp() async {
    for reader in readers { await reader.giveUp() }
  }

  private func end(atMost limit: Duration) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for reader in readers { group.addTask { await reader.waitForEnd(atMost: limit) } }
      return await group.allSatisfy { $0 }
    }
  }
}
