import Board
import Foundation
import TestSupport
import Testing
import Transfers

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct HTTPRequestTests {
  private let request = HTTPRequest(
    "http://a/old", method: "POST",
    headers: [
      .init(name: "authorization", value: "secret"), .init(name: "Cookie", value: "c"),
      .init(name: "HOST", value: "b"), .init(name: "content-type", value: "text/plain"),
      .init(name: "X-Desk", value: "7"),
    ], body: [1])

  private func method(_ method: String, _ status: Int) throws -> String? {
    let body: [UInt8]? = method == "GET" || method == "HEAD" ? nil : [1]
    let next = try HTTPRequest("http://a/", method: method, body: body).redirected(
      to: "http://a/b", by: status)
    if let next { #expect((next.body == nil) == (next.method == "GET" || next.method == "HEAD")) }
    return next?.method
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `some redirects become a GET`(status: Int) throws {
    try expectEqual(method("GET", status), "GET")
    try expectEqual(method("HEAD", status), "HEAD")
    try expectEqual(method("POST", status), (status < 307 ? "GET" : "POST"))
    try expectEqual(method("PUT", status), (status == 303 ? "GET" : "PUT"))
  }

  @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399])
  func `other statuses are answers`(status: Int) throws {
    try expectEqual(method("GET", status), nil)
  }

  @Test(arguments: [
    ("http://a/new", ["authorization", "Cookie", "HOST", "X-Desk"]),
    ("HTTP://A:80/new", ["authorization", "Cookie", "HOST", "X-Desk"]),
    ("http://a:81/new", ["X-Desk"]), ("https://a/new", ["X-Desk"]), ("http://b/new", ["X-Desk"]),
    ("http://a@b/new", ["X-Desk"]), ("http://a b/", ["X-Desk"]),
  ])
  func `headers for a server stay with it, and headers of a body with the body`(
    address: String, names: [String]
  ) throws {
    let next = try #require(try request.redirected(to: address, by: 302))
    #expect(next.address == address)
    #expect(next.headers.map(\.name) == names)
  }

  @Test func `a repeated request has the headers of its body`() throws {
    let next = try #require(try request.redirected(to: "http://b/", by: 308))
    #expect(next.headers.map(\.name) == ["content-type", "X-Desk"])
    #expect(next.body == [1])
  }

  @Test(arguments: [("file:///etc/passwd", "file"), ("FTP://a/", "ftp"), ("mailto:a@b", "mailto")])
  func `only HTTP is followed`(address: String, scheme: String) {
    #expect(throws: NetworkFailure.redirect(scheme: scheme)) {
      try request.redirected(to: address, by: 301)
    }
  }

  @Test func `a probe whose variables have no values is not sent`() throws {
    let url = try VariableText(parsing: "http://a:${PORT}/")
    #expect(throws: NetworkFailure.other("the environment variable PORT is not set")) {
      try HTTPRequest(HTTPProbe(url: url))
    }
    let header = HTTPProbe.Header(name: "A", value: try VariableText(parsing: "${TOKEN}"))
    #expect(throws: NetworkFailure.other("the environment variable TOKEN is not set")) {
      try HTTPRequest(HTTPProbe(url: VariableText(literal: "http://a/"), headers: [header]))
    }
    #expect(throws: NetworkFailure.other("the address is not valid")) {
      try HTTPRequest(HTTPProbe(url: VariableText(literal: "http://a b/")))
    }
  }
}
