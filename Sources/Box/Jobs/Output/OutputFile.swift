internal import Board
internal import Processes
internal import Programs
internal import SignalboxCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Keeps the output of an action in a file, as plain text, and begins a new file when it is full.
///
/// The file is only open while lines are written, so that thousands of actions need no descriptors, and
/// another program may move or remove it at any time. If it cannot be written, these lines are missing in it,
/// and one remark in each run says so.
final class OutputFile: Sendable {
  let definition: LogDefinition
  /// Whether the present run has a remark. Held while lines are written, so that their order is kept.
  private let hasReported = Locked(false)

  init(_ definition: LogDefinition) { self.definition = definition }

  /// Adds lines at the end.
  /// - Parameter arrival: The present time, in seconds since 1970.
  /// - Returns: A remark that the file cannot be written; nil if it was written, or the run has this remark.
  func append(_ lines: [OutputLine], arrival: UInt32) -> String? {
    let text = Self.text(of: lines, arrival: arrival)
    return hasReported.withLock { hasReported in
      if lines.contains(where: \.kind.isRunStart) { hasReported = false }
      do throws(WriteError) {
        try write(text)
        return nil
      } catch {
        defer { hasReported = true }
        return hasReported ? nil : "log \(definition.path): \(error.reason); the run goes on without it"
      }
    }
  }

  /// The lines as text. A remark begins with two dashes and the time.
  private static func text(of lines: [OutputLine], arrival: UInt32) -> [UInt8] {
    var text: [UInt8] = []
    var rest = lines[...]
    while let line = rest.first {
      if line.isNote {
        text += "-- \(localTime(arrival)) \(line.text)\n".utf8
        rest.removeFirst()
      } else {
        let output = rest.prefix { !$0.isNote }
        text += PlainText.of(Array(output))
        rest = rest.dropFirst(output.count)
      }
    }
    return text
  }

  private static func localTime(_ seconds: UInt32) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = strftime(start, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }

  // MARK: Writing

  private struct WriteError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
    init(code: Int32) { reason = String(cString: strerror(code)) }
  }

  /// Adds a text in pieces of whole lines, so that no file exceeds its limit by more than a line.
  private func write(_ text: [UInt8]) throws(WriteError) {
    if text.isEmpty { return }
    var (file, size) = try open()
    defer { Descriptor.close(file) }
    var rest = text[...]
    while !rest.isEmpty {
      let piece = rest.lines(atMost: definition.sizeLimit - size)
      if piece.isEmpty, size > 0 {
        try beginFile(after: file)
        let next = try open()
        Descriptor.close(file)
        (file, size) = next
        // Another program writes to it, too.
        if size > 0 { throw WriteError("it is full") }
        continue
      }
      let written =
        piece.isEmpty ? rest.prefix(through: rest.firstIndex(of: .newline) ?? rest.endIndex - 1) : piece
      if let code = written.withUnsafeBytes({ Descriptor.write($0, to: file) }) {
        throw WriteError(code: code)
      }
      size += written.count
      rest = rest.dropFirst(written.count)
    }
  }

  private func open() throws(WriteError) -> (file: Int32, size: Int) {
    // Opening a pipe without a reader would wait for one.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = systemOpen(definition.path, flags, 0o600)
    guard file >= 0 else {
      throw errno == ENXIO ? WriteError("it is not a file") : WriteError(code: errno)
    }
    guard let size = Descriptor.sizeOfFile(file) else {
      Descriptor.close(file)
      throw WriteError("it is not a file")
    }
    return (file, size)
  }

  /// Makes the present file the latest of the earlier ones, of which the oldest is removed.
  private func beginFile(after file: Int32) throws(WriteError) {
    let paths = [definition.path] + definition.oldPaths
    if paths.count == 1 {
      guard ftruncate(file, 0) == 0 else { throw WriteError(code: errno) }
      return
    }
    for (old, new) in zip(paths, paths.dropFirst()).reversed() {
      guard rename(old, new) == 0 || errno == ENOENT else { throw WriteError(code: errno) }
    }
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
}

extension ArraySlice<UInt8> {
  /// As many whole lines at the start as fit.
  fileprivate func lines(atMost count: Int) -> ArraySlice<UInt8> {
    if self.count <= count { return self }
    guard let end = prefix(Swift.max(0, count)).lastIndex(of: .newline) else { return [] }
    return self[...end]
  }
}

extension OutputLine.Kind {
  /// Whether a run begins.
  var isRunStart: Bool {
    self == .startByPerson || self == .startByClock || self == .startByBoard
  }
}
