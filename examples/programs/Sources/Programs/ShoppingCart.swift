import SignalboxCore

/// A cart whose totals always fit its items: data that is derived from other data.
///
/// Each number is derived from others, as on a receipt, and all of them from the items and the coupon. A
/// change of the items is delivered once, with all numbers changed: live data that is combined with live data
/// of the same root never shows a state in between.
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
    let goods = stored.map { $0.reduce(0) { $0 + $1.price * $1.count } }
    let discount = goods.combineLatest(coupon).map { goods, coupon in goods * (coupon ?? 0) / 100 }
    let shipping = stored.map(\.isEmpty).combineLatest(goods, discount).map { isEmpty, goods, discount in
      isEmpty || goods - discount >= 5_000 ? 0 : 490
    }
    totals = goods.combineLatest(discount, shipping)
      .map { Totals(goods: $0, discount: $1, shipping: $2) }.removeDuplicates()
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
