public import Essentials

/// The address of an HTTP request.
public enum HTTPAddress {
  /// Why a text is not an address. The message does not contain the text, which may be secret.
  public enum Mistake: Error, Equatable {
    /// It contains a user name.
    case user
    /// Its port is not from 1 to 65535.
    case port
    /// Its scheme is not `http` or `https`, it has no host, or it is no address at all.
    case malformed
  }

  /// Parses an address with the scheme `http` or `https`, a host and no user name.
  public static func url(_ text: String) throws(Mistake) -> URL {
    let parts = URLComponents(string: text, encodingInvalidCharacters: false)
    guard parts?.user == nil, parts?.password == nil else { throw .user }
    guard let parts, ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
      let url = parts.url
    else { throw .malformed }
    guard parts.port.map({ (1...65_535).contains($0) }) ?? true else { throw .port }
    return url
  }
}

extension HTTPAddress.Mistake: CustomStringConvertible {
  /// The mistake as a sentence about `url`.
  public var description: String {
    switch self {
    case .user: "`url` must not contain a user name"
    case .port: "`url` must have a port from 1 to 65535"
    case .malformed: "`url` is not an address such as https://example.org/health"
    }
  }
}
