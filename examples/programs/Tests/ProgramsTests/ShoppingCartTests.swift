import Dispatch
import SignalboxCore
import SignalboxTesting
import Testing

@testable import SmallPrograms

@Suite(.timeLimit(.minutes(1))) struct ShoppingCartTests {
  private let cart = ShoppingCart()

  @Test func `the totals follow the items and the coupon`() {
    cart.add("Tea", price: 1_000)
    cart.add("Tea", price: 1_000)
    cart.add("Pot", price: 2_500)
    #expect(cart.totals.data == .init(goods: 4_500, discount: 0, shipping: 490))
    #expect(cart.itemCount.data == 3)
    cart.coupon.data = 10
    #expect(cart.totals.data.sum == 4_540)
  }

  @Test func `totals that never existed are not delivered`() {
    let sums = Recorder(cart.totals.map(\.sum))
    cart.add("Pot", price: 5_000)
    cart.coupon.data = 20
    cart.coupon.data = 20
    cart.remove("Pot")
    #expect(sums.values == [0, 5_000, 4_490, 0])
  }

  @Test func `removing what is not there changes nothing`() {
    let counts = Recorder(cart.itemCount)
    cart.add("Tea", price: 1_000)
    cart.remove("Pot")
    cart.remove("Tea")
    cart.remove("Tea")
    #expect(counts.values == [0, 1, 0])
    #expect(cart.items.data.isEmpty)
  }

  @Test func `items that are added on many threads are all there`() {
    DispatchQueue.concurrentPerform(iterations: 200) { [cart] in cart.add("\($0 % 5)", price: 100) }
    #expect(cart.itemCount.data == 200)
    #expect(cart.items.data.map(\.count) == [40, 40, 40, 40, 40])
    #expect(cart.totals.data.goods == 20_000)
  }
}
