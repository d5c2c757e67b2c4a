/// The port on which a command is going to listen.
public enum PortDefinition: Sendable, Equatable {
  case fixed(UInt16)
  /// A free one of a range, which the board keeps.
  case free(ClosedRange<UInt16>)

  /// The range if the board does not set one. Systems give these ports to no connection by themselves.
  public static let usualRange: ClosedRange<UInt16> = 20_000...29_999

  /// All ports that it may be.
  public var range: ClosedRange<UInt16> {
    switch self {
    case .fixed(let port): port...port
    case .free(let range): range
    }
  }
}
