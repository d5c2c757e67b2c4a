import Foundation

/// The programs of this build.
enum Executable {
  /// This program.
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

  /// The measured program.
  static let signalbox = neighbor("signalbox")

  /// The least that a program on ncurses does for a key.
  static let ncursesFloor = neighbor("NcursesFloor")

  /// A program in the same directory as this one.
  private static func neighbor(_ name: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
