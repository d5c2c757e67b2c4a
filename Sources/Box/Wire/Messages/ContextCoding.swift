internal import Essentials
package import Processes

extension ProcessContext {
  /// Its form in messages: Base64, because an environment need not be text.
  package var wire: String { Data(encoded).base64EncodedString() }

  package init(wire: String) throws(WireError) {
    guard let bytes = Data(base64Encoded: wire) else { throw WireError("context: expected Base64") }
    do throws(Invalid) {
      try self.init(encoded: Array(bytes))
    } catch {
      throw WireError(error == .environmentTooLarge ? "the environment is too large" : "context: malformed")
    }
  }
}
