import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct StatusCodesTests {
  @Test(arguments: [
    ("200", [200], [199, 201]), ("2xx", [200, 299], [199, 300]), ("4XX", [404], [399, 500]),
    ("200-204", [200, 204], [199, 205]), ("100-599", [100, 599], [99, 600]),
  ])
  func `a status, a class and a range are parsed`(text: String, inside: [Int], outside: [Int]) throws {
    let codes = try #require(StatusCodes(text))

    #expect(!inside.isEmpty && inside.allSatisfy { codes.contains($0) })
    #expect(!outside.contains { codes.contains($0) })
  }

  @Test(arguments: [
    "", "20", "2000", "99", "600", "0xx", "6xx", "2x", "xxx", "204-200", "200-", "-200", "200-204-208", "+20",
    "200 ", "٢٠٠",
  ])
  func `other text is not a status`(text: String) {
    #expect(StatusCodes(text) == nil)
  }

  @Test func `the description lists several ranges`() throws {
    let codes = StatusCodes.successful.union(try #require(StatusCodes("404")))

    #expect("\(codes)" == "200-299 or 404")
    #expect(codes.contains(404) && codes.contains(204) && !codes.contains(400))
  }
}
