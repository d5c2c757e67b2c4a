/// The wait for the end of an output whose program has ended already, and who keeps it open.
struct OutputWait: Sendable {
  let readers: [OutputReader]
  let output: OpenOutputs.Output
  let limit: Duration
  /// Called with those who hold the output, when the wait is long enough to be noticed and they are not told yet.
  let onWait: @Sendable (OutputHolders) -> Void
  private var told: OutputHolders?

  init(
    _ readers: [OutputReader], of output: OpenOutputs.Output, limit: Duration,
    onWait: @escaping @Sendable (OutputHolders) -> Void
  ) {
    self.readers = readers
    self.output = output
    self.limit = limit
    self.onWait = onWait
  }

  /// Most outputs end with their program, or a moment later: nobody is looked for before that.
  private var patience: Duration { min(limit / 10, .milliseconds(200)) }

  /// Waits for the end up to the limit, and returns whether it came. Each call has the whole limit.
  mutating func forEnd() async -> Bool {
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
