import Board
import Foundation
import Testing
import Transfers

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct CurlLibraryTests {
  /// The C library can be loaded, and has no requests.
  @Test(arguments: [[], ["libnowhere.so.4"], ["libnowhere.so.4", "libc.so.6", "/usr/lib/libSystem.dylib"]])
  func `without libcurl a request says what is missing`(names: [String]) async throws {
    let probe = HTTPProbe(url: try #require(URL(string: "http://127.0.0.1:1/")))
    let failure = await #expect(throws: NetworkFailure.self) {
      try await CurlClient(libraries: names).answer(to: probe, bodyLimit: 1)
    }
    #expect(failure == .noLibrary)
    #expect(
      failure?.description.hasPrefix("HTTP needs libcurl 7.68 or newer, which is not installed") == true)
  }

  @Test func `the first library that can be used is taken`() async throws {
    let client = CurlClient(libraries: ["libnowhere.so.4", "libc.so.6"] + CurlLibrary.usualNames)
    try await withClosedPort { port in
      let probe = HTTPProbe(url: try #require(URL(string: "http://127.0.0.1:\(port)/")))
      await #expect(throws: NetworkFailure.refused) { try await client.answer(to: probe, bodyLimit: 1) }
    }
  }
}
