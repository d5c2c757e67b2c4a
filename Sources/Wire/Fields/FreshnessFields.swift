package import Boundary

/// "missing", "fresh", {"stale":{…}} or {"unknown":"its inputs are being read"}.
extension Freshness: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .missing: "missing".write(to: &json)
    case .fresh: "fresh".write(to: &json)
    case .stale(let stale): writeMember("stale", stale, to: &json)
    case .unknown(let reason): writeMember("unknown", reason, to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "missing": self = .missing
    case "fresh": self = .fresh
    default:
      if let stale = json["stale"] {
        self = .stale(try StaleInputs(stale))
      } else if let reason = json["unknown"] {
        self = .unknown(try String(reason))
      } else {
        throw WireError(expected: "missing, fresh, stale or unknown")
      }
    }
  }
}

extension StaleInputs: WireObject {
  package static let fields: WireFields<StaleInputs> = [
    WireField("path", \.path), WireField("change", \.change), WireField("at", \.at),
    WireField("more", \.more),
  ]
  package static let blank = StaleInputs("", .written)
}

extension StaleInputs.Change: WireWord {}
