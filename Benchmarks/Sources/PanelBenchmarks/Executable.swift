import Foundation

/// The programs of this build.
enum Executable {
  /// This program.
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

  /// The measured program, which is in the same directory as this one.
  static let signalbox = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(
    "signalbox"
  ).path
}
