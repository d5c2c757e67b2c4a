package import Boundary

/// "missing", "fresh", {"stale":{…}} or {"unknown":"its inputs are being read","reading":true}.
extension Freshness: WireValue {
  package func write(to json: inout [UInt8]) {
    switch self {
    case .missing: "missing".write(to: &json)
    case .fresh: "fresh".write(to: &json)
    case .stale(let stale): writeMember("stale", stale, to: &json)
    case .unknown(let reason): UnknownObject(unknown: reason).write(to: &json)
    case .unread(let reason): UnknownObject(unknown: reason, isReading: true).write(to: &json)
    }
  }

  package init(_ json: JSONTree) throws(WireError) {
    switch json.text {
    case "missing": self = .missing
    case "fresh": self = .fresh
    default:
      if let stale = json["stale"] {
        self = .stale(try StaleInputs(stale))
      } else if json["unknown"] != nil {
        let object = try UnknownObject(json)
        self = object.isReading ? .unread(object.unknown ?? "") : .unknown(object.unknown ?? "")
      } else {
        throw WireError(expected: "missing, fresh, stale or unknown")
      }
    }
  }
}

private struct UnknownObject: WireObject {
  var unknown: String?
  var isReading = false

  static let fields: WireFields<UnknownObject> = [
    WireField("unknown", \.unknown), WireField("reading", \.isReading),
  ]
  static let blank = UnknownObject()
}

extension StaleInputs: WireObject {
  package static let fields: WireFields<StaleInputs> = [
    WireField("path", \.path), WireField("change", \.change), WireField("at", \.at),
    WireField("more", \.more),
  ]
  package static let blank = StaleInputs("", .written)
}

extension StaleInputs.Change: WireWord {}
