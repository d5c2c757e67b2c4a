import Board
import FlyingFox
import Foundation
import TestSupport
import Testing
import Transfers

@testable import Jobs

/// Real requests to servers on the loopback interface.
@Suite(.timeLimit(.minutes(15))) struct CurlClientTests {
  private let client = CurlClient()

  private func probe(
    _ port: UInt16, _ path: String = "/", scheme: String = "http", authorization: String? = nil,
    expect: StatusCodes = .successful
  ) throws -> HTTPProbe {
    HTTPProbe(
      url: try #require(URL(string: "\(scheme)://127.0.0.1:\(port)\(path)")),
      headers: authorization.map { [.init(name: "Authorization", value: VariableText(literal: $0))] } ?? [],
      expect: expect)
  }

  @Test func `the answer has status and body`() async throws {
    let answer = try await withWebServer { _ in
      HTTPResponse(statusCode: HTTPStatusCode(418, phrase: "Teapot"), body: Data("short and stout".utf8))
    } _: { port in
      try await client.answer(to: probe(port), bodyLimit: 1000)
    }
    #expect(answer == HTTPAnswer(status: 418, body: Array("short and stout".utf8)))
  }

  @Test func `method headers and body are sent`() async throws {
    let answer = try await withWebServer { request in
      let body = try await String(decoding: request.bodyData, as: UTF8.self)
      let header = request.headers[HTTPHeader("X-Desk")] ?? ""
      return HTTPResponse(
        statusCode: .ok, body: Data("\(request.method.rawValue) \(request.path) \(header) \(body)".utf8))
    } _: { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/levers"))
      let probe = HTTPProbe(
        url: url, method: "PUT", headers: [.init(name: "X-Desk", value: "seven")], body: "pull")
      return try await client.answer(to: probe, bodyLimit: 1000)
    }
    #expect(String(decoding: answer.body, as: UTF8.self) == "PUT /levers seven pull")
  }

  @Test func `a redirect is followed unless it is expected`() async throws {
    let (followed, expected) = try await withWebServer { request in
      request.path == "/old"
        ? .redirect(.movedPermanently, to: "/new")
        : HTTPResponse(statusCode: .ok, body: Data("new".utf8))
    } _: { port in
      let redirect = try #require(StatusCodes("301"))
      return (
        try await client.answer(to: probe(port, "/old"), bodyLimit: 1000),
        try await client.answer(to: probe(port, "/old", expect: redirect), bodyLimit: 1000)
      )
    }
    #expect(followed == HTTPAnswer(status: 200, body: Array("new".utf8)))
    #expect(expected.status == 301)
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: ["Basic realm=\"desk\"", "Digest realm=\"desk\", nonce=\"1\"", "Basic"])
  func `a request for a password is the answer`(question: String) async throws {
    try await withWebServer { request in
      if request.headers[.authorization] == "Basic right" {
        return HTTPResponse(statusCode: .ok, body: Data("welcome".utf8))
      }
      let isProxy = request.path == "/proxy"
      return HTTPResponse(
        statusCode: HTTPStatusCode(isProxy ? 407 : 401, phrase: "Who are you?"),
        headers: [HTTPHeader(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"): question],
        body: Data("who?".utf8))
    } _: { port in
      let expected = try #require(StatusCodes("401"))
      let who = HTTPAnswer(status: 401, body: Array("who?".utf8))
      try await expectEqual(client.answer(to: probe(port), bodyLimit: 1000), who)
      try await expectEqual(client.answer(to: probe(port, expect: expected), bodyLimit: 1000), who)
      try await expectEqual(
        client.answer(to: probe(port, authorization: "Basic wrong"), bodyLimit: 1000), who)
      let welcome = HTTPAnswer(status: 200, body: Array("welcome".utf8))
      try await expectEqual(
        client.answer(to: probe(port, authorization: "Basic right"), bodyLimit: 1000), welcome)
      try await expectEqual(
        client.answer(to: probe(port, "/proxy"), bodyLimit: 1000),
        HTTPAnswer(status: 407, body: Array("who?".utf8)))
    }
  }

  @Test func `a redirect cycle fails`() async throws {
    try await withWebServer { _ in
      .redirect(.found, to: "/")
    } _: { port in
      await #expect(throws: NetworkFailure.tooManyRedirects) {
        try await client.answer(to: probe(port), bodyLimit: 1000)
      }
    }
  }

  @Test func `no more of the body is read than the limit`() async throws {
    let server = try LoopbackServer(
      .stall("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n" + String(repeating: "x", count: 2000)))
    let answer = try await client.answer(to: probe(server.port), bodyLimit: 1000)
    #expect(answer.status == 200)
    #expect(answer.body == Array(repeating: UInt8(ascii: "x"), count: 1000))
    #expect(answer.isCut)
    // The request has ended, although the server would continue.
    for await _ in server.closed { break }
  }

  @Test func `a cancelled request ends at once`() async throws {
    let server = try LoopbackServer(.stall("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
    let probe = try probe(server.port)
    let task = Task { try await client.answer(to: probe, bodyLimit: 1000) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }

    let slow = Task {
      try await withTimeout(.milliseconds(100), on: ContinuousClock()) {
        try await client.answer(to: probe, bodyLimit: 1000)
      }
    }
    await #expect(throws: JobFailure.timedOut(after: .milliseconds(100))) { try await slow.value }
  }

  @Test func `cancelling closes the connection`() async throws {
    let server = try LoopbackServer(.stall("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
    let probe = try probe(server.port)
    let task = Task { try await client.answer(to: probe, bodyLimit: 1000) }
    for await _ in server.accepted { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in server.closed { break }
  }

  @Test func `a port without a server refuses`() async throws {
    try await withClosedPort { port in
      let probe = try probe(port)
      await #expect(throws: NetworkFailure.refused) { try await client.answer(to: probe, bodyLimit: 1000) }
    }
  }

  @Test(arguments: [
    (LoopbackServer.Manner.reset, NetworkFailure.closed),
    (.close, .closed),
    (.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .cutShort),
    (.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"), .cutShort),
    (.answer("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n"), .headersTooLarge),
    (
      .answer(
        "HTTP/1.1 200 OK\r\n\(String(repeating: "X: \(String(repeating: "x", count: 999))\r\n", count: 250))\r\n"
      ),
      .headersTooLarge
    ),
    (.answer("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"), .redirect(scheme: "file")),
    (.answer("HTTP/1.1 302 Found\r\nLocation: FTP://a/\r\n\r\n"), .redirect(scheme: "ftp")),
    (.answer("220 mail.example ESMTP\r\n"), .notHTTP),
  ])
  func `the failure of a faulty server is reported`(manner: LoopbackServer.Manner, failure: NetworkFailure)
    async throws
  {
    let server = try LoopbackServer(manner)
    let probe = try probe(server.port)
    await #expect(throws: failure) { try await client.answer(to: probe, bodyLimit: 1000) }
  }

  @Test func `a server without TLS fails an HTTPS request`() async throws {
    let server = try LoopbackServer(.answer("HTTP/1.1 400 Bad Request\r\n\r\n"))
    let probe = try probe(server.port, scheme: "https")
    let failure = await #expect(throws: NetworkFailure.self) {
      try await client.answer(to: probe, bodyLimit: 1000)
    }
    #expect(failure?.description.hasPrefix("TLS failed") == true)
  }

  @Test func `many requests at once do not mix their answers`() async throws {
    try await withWebServer { request in
      HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
    } _: { port in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          let probe = try probe(port, "/\(number)")
          group.addTask {
            try await client.answer(to: probe, bodyLimit: 1000).body == Array("/\(number)".utf8)
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }

  @Test func `the program names itself unless the board names another one`() async throws {
    try await withWebServer { request in
      HTTPResponse(statusCode: .ok, body: Data((request.headers[HTTPHeader("User-Agent")] ?? "none").utf8))
    } _: { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      let other = HTTPProbe(url: url, headers: [.init(name: "User-Agent", value: "lamp")])
      try await expectEqual(
        client.answer(to: HTTPProbe(url: url), bodyLimit: 99).body, Array("signalbox".utf8))
      try await expectEqual(client.answer(to: other, bodyLimit: 99).body, Array("lamp".utf8))
    }
  }

  @Test(arguments: [
    ("GET", nil, "- - -"), ("POST", nil, "0 - -"), ("PUT", nil, "0 - -"), ("DELETE", nil, "0 - -"),
    ("POST", "pull", "4 application/x-www-form-urlencoded -"), ("PUT", "pull", "4 - -"),
    // libcurl would ask whether so much is welcome.
    ("PUT", String(repeating: "x", count: 1_100_000), "1100000 - -"),
  ])
  func `a request describes its body`(method: String, body: String?, headers: String) async throws {
    try await withWebServer { request in
      let names = ["Content-Length", "Content-Type", "Expect"]
      let values = names.map { request.headers[HTTPHeader($0)] ?? "-" }
      return HTTPResponse(statusCode: .ok, body: Data(values.joined(separator: " ").utf8))
    } _: { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      let answer = try await client.answer(
        to: HTTPProbe(url: url, method: method, body: body), bodyLimit: 1000)
      #expect(String(decoding: answer.body, as: UTF8.self) == headers)
    }
  }

  @Test func `the answer to HEAD has no body`() async throws {
    let server = try LoopbackServer(.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let answer = try await client.answer(to: HTTPProbe(url: url, method: "HEAD"), bodyLimit: 1000)
    #expect(answer == HTTPAnswer(status: 200))
  }

  @Test func `a header can have no value, and any text in UTF-8`() async throws {
    try await withWebServer { request in
      let values = ["X-None", "X-Spaces", "X-Text"].map { request.headers[HTTPHeader($0)] ?? "missing" }
      return HTTPResponse(statusCode: .ok, body: Data("\(values)".utf8))
    } _: { port in
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      let headers = [("X-None", ""), ("X-Spaces", "  "), ("X-Text", "grün: ja;")].map {
        HTTPProbe.Header(name: $0, value: VariableText(literal: $1))
      }
      let answer = try await client.answer(to: HTTPProbe(url: url, headers: headers), bodyLimit: 1000)
      #expect(String(decoding: answer.body, as: UTF8.self) == #"["", "", "grün: ja;"]"#)
    }
  }

  @Test func `a compressed body is decompressed`() async throws {
    // "healthy" by gzip.
    let bytes: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 77, 204, 41, 201, 168, 4, 0, 232, 189, 171, 127, 7, 0, 0, 0,
    ]
    try await withWebServer { request in
      #expect(request.headers[HTTPHeader("Accept-Encoding")]?.contains("gzip") == true)
      return HTTPResponse(
        statusCode: .ok, headers: [HTTPHeader("Content-Encoding"): "gzip"], body: Data(bytes))
    } _: { port in
      let answer = try await client.answer(to: probe(port), bodyLimit: 1000)
      #expect(answer == HTTPAnswer(status: 200, body: Array("healthy".utf8)))
    }
  }

  @Test func `another server does not receive the password`() async throws {
    try await withWebServer { request in
      HTTPResponse(
        statusCode: .ok,
        body: Data("\(request.method.rawValue) \(request.headers[.authorization] ?? "-")".utf8)
      )
    } _: { other in
      try await withWebServer { request in
        switch request.path {
        case "/away": .redirect(.found, to: "http://127.0.0.1:\(other)/")
        case "/near": .redirect(.found, to: "/here")
        default: HTTPResponse(statusCode: .ok, body: Data((request.headers[.authorization] ?? "-").utf8))
        }
      } _: { port in
        let near = try await client.answer(
          to: probe(port, "/near", authorization: "Basic right"), bodyLimit: 1000)
        let away = try await client.answer(
          to: probe(port, "/away", authorization: "Basic right"), bodyLimit: 1000)
        #expect(String(decoding: near.body, as: UTF8.self) == "Basic right")
        #expect(String(decoding: away.body, as: UTF8.self) == "GET -")
      }
    }
  }

  // MARK: The thread

  private func waitUntilIdle(_ client: CurlClient) async throws {
    while client.isBusy { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `when a request has ended, neither its connection nor a thread remains`() async throws {
    let client = CurlClient(libraries: CurlLibrary.usualNames)
    let server = try LoopbackServer(.stall("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    #expect(!client.isBusy)
    try await expectEqual(client.answer(to: probe(server.port), bodyLimit: 1000).body, Array("ok".utf8))
    // The server would keep the connection.
    for await _ in server.closed { break }
    try await waitUntilIdle(client)
    try await expectEqual(client.answer(to: probe(server.port), bodyLimit: 1000).status, 200)
  }

  @Test func `a request that is cancelled before it begins is not sent`() async throws {
    let client = CurlClient(libraries: CurlLibrary.usualNames)
    let isReached = Recorded<String>()
    try await withWebServer { request in
      isReached.append(request.path)
      return HTTPResponse(statusCode: .ok)
    } _: { port in
      let probe = try probe(port, "/never")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.answer(to: probe, bodyLimit: 1000)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      try await waitUntilIdle(client)
      try await expectEqual(client.answer(to: self.probe(port, "/once"), bodyLimit: 1000).status, 200)
      #expect(isReached.values == ["/once"])
    }
  }

  @Test func `requests end while others begin and are cancelled`() async throws {
    let client = CurlClient(libraries: CurlLibrary.usualNames)
    let server = try LoopbackServer(.stall("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
    let stalling = try probe(server.port)
    try await withWebServer { request in
      HTTPResponse(statusCode: .ok, body: Data(request.path.utf8))
    } _: { port in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          let probe = try probe(port, "/\(number)")
          group.addTask {
            let answer = try await client.answer(to: probe, bodyLimit: 1000)
            #expect(answer.body == Array("/\(number)".utf8))
          }
          group.addTask {
            let task = Task { try await client.answer(to: stalling, bodyLimit: 1000) }
            await Task.yield()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
          }
        }
        try await group.waitForAll()
      }
    }
    try await waitUntilIdle(client)
  }
}
