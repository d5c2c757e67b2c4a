internal import Board
internal import Boundary
internal import Programs

extension Dashboard {
  /// The numbers of the lines that match a pattern, updated as lines are added and dropped.
  ///
  /// The last lines are examined each time, because they may be replaced. Each line before them is examined
  /// once.
  struct LogIndex: Sendable {
    let pattern: SearchPattern
    /// A second pattern that a line must match; nil for none.
    let filter: SearchPattern?
    /// In ascending order.
    private(set) var numbers: [Int] = []
    private var examinedEnd = 0

    init(_ pattern: SearchPattern, within filter: SearchPattern? = nil) {
      self.pattern = pattern
      self.filter = filter
    }

    /// Examines new lines, and removes the numbers of lines that were dropped.
    mutating func update(from ring: OutputRing) {
      let first = max(ring.startIndex, min(examinedEnd, ring.endIndex) - OutputRing.changeableCount)
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
  /// In an ascending array, the index of the first element that is at least `number`; `count` if there is
  /// none.
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
