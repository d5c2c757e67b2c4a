internal import Board
internal import Essentials
internal import Transfers

extension HTTPRequest {
  /// The request of a probe.
  /// - Throws: ``NetworkFailure`` if variables in the probe have no values yet, or the address is not valid.
  init(_ probe: HTTPProbe) throws(NetworkFailure) {
    do {
      self.init(
        try HTTPAddress.url(probe.url.text { _ in nil }).absoluteString, method: probe.method,
        headers: try probe.headers.map { Header(name: $0.name, value: try $0.value.text { _ in nil }) },
        body: probe.body.map { Array($0.utf8) })
    } catch is HTTPAddress.Mistake {
      throw .other("the address is not valid")
    } catch {
      throw .other("\(error)")
    }
  }
}
