import Foundation

/// The programs of this build.
enum Executable {
  /// This program.
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

  /// The program that is measured, which the build puts beside this one.
  static let signalbox = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(
    "signalbox"
  ).path
}
