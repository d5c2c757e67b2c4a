import Testing

@testable import Transfers

@Suite(.timeLimit(.minutes(15))) struct NetworkFailureTests {
  @Test(arguments: [
    (NetworkFailure.unknownHost, "unknown host"), (.refused, "connection refused"),
    (.unreachable, "host unreachable"), (.closed, "connection closed without an answer"),
    (.tls(""), "TLS failed"), (.tls("self-signed certificate"), "TLS failed: self-signed certificate"),
    (.notHTTP, "the answer is not HTTP"), (.tooManyRedirects, "too many redirects"),
    (.cutShort, "connection closed in the middle of the answer"),
    (.headersTooLarge, "the headers of the answer are too large"),
    (.redirect(scheme: "file"), "redirected to file:, which is not HTTP"),
    (.other("no buffer space available"), "no buffer space available"),
  ])
  func `each failure has a short description`(failure: NetworkFailure, words: String) {
    #expect("\(failure)" == words)
  }
}
