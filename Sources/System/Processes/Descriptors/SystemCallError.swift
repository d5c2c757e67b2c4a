/// The system refused a call.
package struct SystemCallError: Error, Hashable, CustomStringConvertible {
  package let call: String
  /// The value of `errno`.
  package let code: Int32

  package init(_ call: String, _ code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String { "the system refused \(call) (error \(code))" }
}
