internal import Foundation
internal import TestSupport

/// The etcd that tests start: the one that `SIGNALBOX_TEST_ETCD` names, or the first that is installed.
package enum EtcdBinary {
  /// Nil if there is none.
  package static let path: String? = {
    if let named = ProcessInfo.processInfo.environment["SIGNALBOX_TEST_ETCD"] { return named }
    let usual = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + usual).map { $0 + "/etcd" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Its version, such as `3.4.23`; nil if it does not say one. The first time it is also printed, so that
  /// the log of the tests tells what they ran with.
  package static let version: String? = {
    guard let path else { return nil }
    let output = Pipe()
    let program = try? ChildProgram(
      path, ["--version"], environment: ["ETCD_UNSUPPORTED_ARCH": "arm64"], output: .pipe(output),
      errors: .discarded)
    guard let program else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitForEnd()
    let version = text.firstMatch(of: /etcd Version: (\S+)/).map { String($0.1) }
    print("etcd \(version ?? "of unknown version"): \(path)")
    return version
  }()
}
