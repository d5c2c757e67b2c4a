import Foundation
import Testing

@testable import signalbox

@Suite(.timeLimit(.minutes(15))) struct PersonalFileTests {
  /// A home directory with a file in one of the places.
  private func withHome(_ place: String, _ body: (String) -> Void) throws {
    let home = NSTemporaryDirectory() + "signalbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(home)/\(place)/signalbox", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try "".write(toFile: "\(home)/\(place)/signalbox/config.yml", atomically: true, encoding: .utf8)
    body(home)
  }

  private func path(_ environment: [String: String]) -> String? {
    PersonalFile.path(of: "config.yml", environment: environment)
  }

  @Test func `the configuration directory has precedence`() throws {
    try withHome("mine") { home in
      #expect(
        path(["XDG_CONFIG_HOME": "\(home)/mine", "HOME": home]) == "\(home)/mine/signalbox/config.yml")
      #expect(path(["HOME": home]) == nil)
    }
  }

  @Test func `without an absolute path it is in the home directory`() throws {
    try withHome(".config") { home in
      let found = "\(home)/.config/signalbox/config.yml"
      #expect(path(["HOME": home]) == found)
      #expect(path(["XDG_CONFIG_HOME": "", "HOME": home]) == found)
      #expect(path(["XDG_CONFIG_HOME": "mine", "HOME": home]) == found)
      #expect(path(["XDG_CONFIG_HOME": "\(home)/mine", "HOME": home]) == nil)
    }
  }

  @Test func `without a home directory there is no file`() {
    #expect(path([:]) == nil)
  }
}
