import CProcess

/// Whether a background program is ready.
package enum Readiness: Sendable, Equatable {
  /// It has reported that it is ready.
  case ready
  /// It has reported why it cannot start, in a sentence for people.
  case failed(String)
  /// It has ended, or closed the descriptor, without a report.
  case ended
  /// It has not reported in time.
  case timedOut
}

/// The line that a background program writes when it is ready, or when it cannot start.
struct ReadyReport {
  /// The line of a program that is ready.
  static let ready = "ready"
  /// The most bytes of a line.
  static let limit = 4096

  private var line: [UInt8] = []
  private(set) var readiness: Readiness?

  /// Appends what was read; nothing at the end of the pipe.
  mutating func append(_ bytes: some Collection<UInt8>) {
    line += bytes.prefix(Self.limit - line.count)
    let end = line.firstIndex(of: UInt8(ascii: "\n"))
    guard end != nil || bytes.isEmpty || line.count == Self.limit else { return }
    let text = String(decoding: line[..<(end ?? line.endIndex)], as: UTF8.self)
    readiness = text.isEmpty ? .ended : text == Self.ready ? .ready : .failed(text)
  }
}

/// The reports of a program that was started as a ``BackgroundProcess``.
extension BackgroundProcess {
  /// Reports that this program is ready, and closes the descriptor. The process that started it may have
  /// ended already.
  package static func reportReady(_ descriptor: Int32 = readyDescriptor) {
    report(ReadyReport.ready, to: descriptor)
  }

  /// Reports why this program cannot start, in one sentence, and closes the descriptor.
  package static func reportFailure(_ sentence: String, to descriptor: Int32 = readyDescriptor) {
    report(String(sentence.map { $0.isNewline ? " " : $0 }), to: descriptor)
  }

  private static func report(_ line: String, to descriptor: Int32) {
    let bytes = Array("\(line)\n".utf8)
    _ = descriptor_write_quietly(descriptor, bytes, bytes.count)
    Descriptor.close(descriptor)
  }
}
