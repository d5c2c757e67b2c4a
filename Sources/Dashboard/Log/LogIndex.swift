internal import Jobs

extension Dashboard {
  /// The numbers of the lines that match a pattern, kept up to date as lines come and go.
  ///
  /// A line is examined once: what was printed does not change any more, except for the last line, which may be
  /// overwritten.
  struct LogIndex: Sendable {
    let pattern: LogPattern
    /// What a line must match besides.
    let filter: LogPattern?
    /// In rising order.
    private(set) var numbers: [Int] = []
    private var examinedEnd = 0

    init(_ pattern: LogPattern, within filter: LogPattern? = nil) {
      self.pattern = pattern
      self.filter = filter
    }

    /// Takes in what is new, and drops what is gone.
    mutating func update(from ring: OutputRing) {
      let first = max(ring.startIndex, min(examinedEnd, ring.endIndex) - 1)
      numbers.removeSubrange(numbers.firstIndex(atOrAfter: first)...)
      numbers.removeSubrange(..<numbers.firstIndex(atOrAfter: ring.startIndex))
      for number in first..<ring.endIndex {
        let text = ring[number].text
        if pattern.matches(text), filter?.matches(text) ?? true { numbers.append(number) }
      }
      examinedEnd = ring.endIndex
    }
  }
}

extension [Int] {
  /// Where in a rising list the first number stands that is not below this one; the end if there is none.
  func firstIndex(atOrAfter number: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
