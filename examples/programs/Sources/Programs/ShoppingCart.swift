import SignalboxCore

/// A cart whose totals always fit its items: data that is derived from other data.
///
/// All totals are one struct that one closure computes from the sources. If a subtotal and a discount were
/// derived separately and then combined, a change of the items would be delivered twice, first with only one
/// of them changed. Parts of the struct are derived last, with `map` and `removeDuplicates`.
final class ShoppingCart: Sendable {
  struct Item: Sendable, Equatable {
    let name: String
    /// In cents.
    let price: Int
    var count = 1
  }

  /// In cents.
  struct Totals: Sendable, Equatable {
    var goods = 0
    var discount = 0
    var shipping = 0
    var sum: Int { goods - discount + shipping }
  }

  /// The discount in percent; nil for none.
  let coupon = LiveOptionalData<Int>()
  let items: ReadOnlyLiveData<[Item]>
  let totals: ReadOnlyLiveData<Totals>
  /// The number in the badge of the icon.
  let itemCount: ReadOnlyLiveData<Int>
  private let stored = LiveData(data: [Item]())

  init() {
    items = stored.readOnly
    itemCount = stored.map { $0.reduce(0) { $0 + $1.count } }.removeDuplicates()
    totals = stored.combineLatest(coupon).map { items, coupon in
      var totals = Totals()
      totals.goods = items.reduce(0) { $0 + $1.price * $1.count }
      totals.discount = totals.goods * (coupon ?? 0) / 100
      totals.shipping = items.isEmpty || totals.goods - totals.discount >= 5_000 ? 0 : 490
      return totals
    }.removeDuplicates()
  }

  /// Adds one more of an item.
  func add(_ name: String, price: Int) {
    stored.modify { items in
      if let index = items.firstIndex(where: { $0.name == name }) {
        items[index].count += 1
      } else {
        items.append(Item(name: name, price: price))
      }
    }
  }

  /// Removes one of an item, if there is one.
  func remove(_ name: String) {
    stored.modify { items in
      guard let index = items.firstIndex(where: { $0.name == name }) else { return }
      items[index].count -= 1
      if items[index].count == 0 { items.remove(at: index) }
    }
  }
}
