internal import Boundary

/// What has changed of the actions of a situation.
///
/// A start can lock or unlock all other actions at once. So actions that follow each other and have changed
/// alike are sent as one change, with the last of them as `through`:
///
///     [{"id":"build","running":true},{"id":"test","through":"zip","needs":["!build.running"]}]
struct ActionChanges {
  private let old: [ActionStatus]
  private let new: [ActionStatus]
  /// The places of the changed actions in the new list, and in the old one; nil for actions that are new.
  private let places: [(new: Int, old: Int?)]

  /// - Parameter isInOrder: Whether both lists have the same actions in the same order.
  init(from old: [ActionStatus], to new: [ActionStatus], isInOrder: Bool) {
    (self.old, self.new) = (old, new)
    let oldPlaces =
      isInOrder ? [:] : Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
    places = new.indices.compactMap { place in
      let before = isInOrder ? place : oldPlaces[new[place].id]
      if let before, new[place] == old[before] { return nil }
      return (place, before)
    }
  }

  var isEmpty: Bool { places.isEmpty }

  func write(to json: inout [UInt8]) {
    // A status is large: it is compared and written where it stands.
    new.withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { old in
        withUnsafePointer(to: ActionStatus.blank) { blank in
          var rest = places.map {
            Change(place: $0.new, new: new.pointer(at: $0.new), old: $0.old.map(old.pointer) ?? blank)
          }[...]
          var separator = UInt8(ascii: "[")
          while let first = rest.popFirst() {
            var last = first
            while let next = rest.first, next.place == last.place + 1, next.isAlike(first) {
              last = next
              rest.removeFirst()
            }
            json.append(separator)
            separator = UInt8(ascii: ",")
            first.write(through: last, to: &json)
          }
        }
      }
    }
    json.append(UInt8(ascii: "]"))
  }

  private struct Change {
    let place: Int
    let new: UnsafePointer<ActionStatus>
    /// The places of the changed fields, as bits.
    let fields: UInt64

    init(place: Int, new: UnsafePointer<ActionStatus>, old: UnsafePointer<ActionStatus>) {
      (self.place, self.new) = (place, new)
      var fields: UInt64 = 0
      for (place, field) in ActionStatus.fields.all.enumerated() where !field.isEqual(new, old) {
        fields |= 1 << place
      }
      self.fields = fields
    }

    private var changed: some Sequence<AnyWireField> {
      ActionStatus.fields.all.enumerated().lazy.filter { fields & 1 << $0.offset != 0 }.map(\.element)
    }

    /// Whether the same fields have changed, to the same values.
    func isAlike(_ other: Change) -> Bool {
      fields == other.fields && changed.allSatisfy { $0.isEqual(new, other.new) }
    }

    func write(through last: Change, to json: inout [UInt8]) {
      json += "{\"id\":".utf8
      new.pointee.description.id.write(to: &json)
      if last.place > place {
        json += ",\"through\":".utf8
        last.new.pointee.description.id.write(to: &json)
      }
      for field in changed {
        json.append(UInt8(ascii: ","))
        json += field.label
        field.write(new, &json)
      }
      json.append(UInt8(ascii: "}"))
    }
  }

  /// Applies the changes that `write(to:)` wrote.
  static func apply(_ changes: [JSONTree], to actions: inout [ActionStatus]) throws(WireError) {
    // They come in the order of the actions, so that the next one is usually found at once.
    var next = 0
    for change in changes {
      let id = change["id"]?.text
      guard let first = (actions[next...].firstIndex { $0.id == id } ?? actions.firstIndex { $0.id == id })
      else { throw WireError("actions: unknown action") }
      let fields = try ActionStatus.fields.all.known(in: change)
      try withUnsafeMutablePointer(to: &actions[first]) { action throws(WireError) in
        for (field, value) in fields { try field.read(value, action) }
      }
      next = first + 1
      guard let through = change["through"]?.text else { continue }
      guard let last = actions[next...].firstIndex(where: { $0.id == through }) else {
        throw WireError("actions: unknown action")
      }
      actions.withUnsafeMutableBufferPointer { actions in
        for place in next...last {
          for (field, _) in fields { field.copy(actions.pointer(at: first), actions.pointer(at: place)) }
        }
      }
      next = last + 1
    }
  }
}

extension UnsafeBufferPointer {
  fileprivate func pointer(at index: Int) -> UnsafePointer<Element> {
    guard let baseAddress, indices.contains(index) else { preconditionFailure("outside the buffer") }
    return baseAddress + index
  }
}

extension UnsafeMutableBufferPointer {
  fileprivate func pointer(at index: Int) -> UnsafeMutablePointer<Element> {
    guard let baseAddress, indices.contains(index) else { preconditionFailure("outside the buffer") }
    return baseAddress + index
  }
}
