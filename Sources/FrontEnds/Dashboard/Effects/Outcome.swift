extension Dashboard {
  /// What follows for a prompt, a box or a question from an event.
  struct Outcome: Equatable {
    /// Whether it closes.
    let closes: Bool
    /// What happens then.
    let effects: [Effect]

    static func stay(_ effects: Effect...) -> Outcome { Outcome(closes: false, effects: effects) }

    static func close(_ effects: Effect...) -> Outcome { Outcome(closes: true, effects: effects) }
  }
}
