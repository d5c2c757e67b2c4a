/// A request to etcd, to which an answer belongs.
package struct RequestID: Sendable, Hashable { package let number: Int }

/// A watch, to which events belong.
package struct WatchID: Sendable, Hashable { package let number: Int }

/// A press, by a number that its box chooses and uses once.
package struct PressID: Sendable, Hashable {
  package let number: Int
  package init(_ number: Int) { self.number = number }
}
