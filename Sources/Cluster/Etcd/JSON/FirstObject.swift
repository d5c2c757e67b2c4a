/// The first JSON object in the body of an answer.
///
/// It says whether an answer is complete. The body of a stream, such as the answer to a lease that is kept
/// alive, is a sequence of objects.
enum FirstObject {
  /// The bytes of the object; nil if the body does not begin with one, or ends before it.
  static func bytes(of body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard begins(body) else { return nil }
    var depth = 0
    var isText = false
    var isEscaped = false
    for (index, byte) in zip(body.indices, body) {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return body[...index] }
      default: break
      }
    }
    return nil
  }

  /// Whether the body begins like an object, which may be incomplete.
  static func begins(_ body: ArraySlice<UInt8>) -> Bool {
    body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }
}
