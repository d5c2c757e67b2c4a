import SignalboxCore

/// Files that are uploaded one after the other, each of which can be cancelled while it waits or runs.
///
/// `whileExecuting: .queue()` makes an execution wait for its turn. Each row keeps its ``Execution``, which
/// has its own end and its own `cancel()`; the rows are live data for a list.
final class UploadQueue: Sendable {
  enum State: Sendable, Equatable { case waiting, uploading, uploaded, failed, cancelled }

  struct Row: Sendable, Identifiable {
    let id: Int
    let file: String
    var state = State.waiting
    fileprivate(set) var execution: Execution<Never>?
  }

  let rows: ReadOnlyLiveData<[Row]>
  private let stored = LiveData(data: [Row]())
  private let upload: CompletableAction<Row>

  init(executor: (any TaskExecutor)? = nil, send: @escaping @Sendable (String) async throws -> Void) {
    rows = stored.readOnly
    upload = CompletableAction(whileExecuting: .queue(), executor: executor) { [stored] row in
      // Another thread may have cancelled it just now.
      stored.modify { if $0[row.id].state == .waiting { $0[row.id].state = .uploading } }
      try await send(row.file)
    }
  }

  /// Adds a file to the end of the queue.
  func add(_ file: String) {
    let row = stored.modify { rows in
      rows.append(Row(id: rows.count, file: file))
      return rows[rows.count - 1]
    }
    let execution = upload.execute(row)
    stored.modify { $0[row.id].execution = execution }
    // A subscriber that the execution itself keeps until it ends: nothing has to be stored here.
    execution.subscribe(
      Subscribers.Sink(
        receiveCompletion: { [stored] end in stored.modify { $0[row.id].state = State(end) } },
        receiveValue: { _ in }))
  }

  /// Cancels the upload of one file, whether it waits or runs. The others go on.
  func cancel(_ row: Row) { rows.data[row.id].execution?.cancel() }

  /// Adds a file that was not uploaded to the end of the queue again.
  func retry(_ row: Row) { add(row.file) }
}

extension UploadQueue.State {
  fileprivate init(_ end: Subscribers.Completion<ActionError>) {
    switch end {
    case .finished: self = .uploaded
    case .failure(.cancelled): self = .cancelled
    case .failure: self = .failed
    }
  }
}
