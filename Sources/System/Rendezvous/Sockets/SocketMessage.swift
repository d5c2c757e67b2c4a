/// A line that arrived on a connection.
@MainActor
package struct SocketMessage {
  /// The bytes of the line, without its newline.
  package let bytes: [UInt8]
  /// The descriptors that were sent with it.
  package let descriptors: PassedDescriptors
}
