internal import CSocket
internal import DequeModule
internal import Processes

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Messages that a socket has not accepted yet.
struct Outgoing {
  private struct Packet {
    let bytes: [UInt8]
    let descriptors: [OwnedDescriptor]
    var sent = 0
  }

  /// The result of writing.
  enum Writing {
    /// Everything is sent.
    case done
    /// The socket accepts no more at the moment.
    case blocked
    /// The peer reads nothing any more.
    case refused
  }

  private var packets: Deque<Packet> = []
  /// The bytes that are not sent yet.
  private(set) var count = 0

  mutating func append(_ bytes: [UInt8], _ descriptors: [OwnedDescriptor]) {
    packets.append(Packet(bytes: bytes, descriptors: descriptors))
    count += bytes.count
  }

  mutating func removeAll() {
    packets = []
    count = 0
  }

  mutating func write(to socket: Int32) -> Writing {
    while let packet = packets.first {
      // The first bytes of a packet carry its descriptors.
      let descriptors = packet.sent == 0 ? packet.descriptors.map(\.value) : []
      let sent = packet.bytes.withUnsafeBytes {
        let rest = UnsafeRawBufferPointer(rebasing: $0[packet.sent...])
        return socket_send(socket, rest.baseAddress, rest.count, descriptors, descriptors.count)
      }
      guard sent >= 0 else { return errno == EAGAIN || errno == ENOBUFS ? .blocked : .refused }
      count -= sent
      if packet.sent + sent == packet.bytes.count {
        packets.removeFirst()
      } else {
        packets[0].sent += sent
      }
    }
    return .done
  }
}
