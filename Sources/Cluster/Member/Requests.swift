/// What a request was sent for.
enum Purpose: Sendable {
  case session(SessionStep)
  case mirror(MirrorReading)
  case press(PressID, PressStep)
  case claim(PressID, ClaimAttempt)
  case release(RunID)
  case progress(RunID)
  case stray(StrayRun)
  case takeover(Int, TakeoverStep)
  case trim(TrimStep)
  case storage
}

/// The requests that are not answered yet. An answer that comes twice is only taken once.
struct Requests: Sendable {
  private var purposes: [RequestID: Purpose] = [:]
  private var count = 0

  mutating func add(_ purpose: Purpose) -> RequestID {
    count += 1
    let request = RequestID(number: count)
    purposes[request] = purpose
    return request
  }

  mutating func take(_ request: RequestID) -> Purpose? { purposes.removeValue(forKey: request) }
}
