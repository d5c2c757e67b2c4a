extension Dashboard {
  /// What the keys of `press` do, which depends on what is shown: they start and end work only in the list.
  enum PressMeaning: Equatable, Sendable {
    /// Copy the selected lines.
    case copy
    /// Open what the marked line names.
    case openPlace
    /// Go to the next match of the search.
    case nextMatch
    /// Show a new box: the present one has ended.
    case reopen
    /// Enter the program of the chosen action.
    case enter
    /// Press the chosen button, or unfold its group.
    case press
    /// Nothing: the output has the focus.
    case nothing
  }
}

extension Dashboard.State {
  var pressMeaning: Dashboard.PressMeaning {
    if log?.selectedCount != nil { return .copy }
    if log?.place != nil { return .openPlace }
    if log?.search != nil { return .nextMatch }
    if isStale { return .reopen }
    if focusedButton?.canBeEntered == true { return .enter }
    return mode.part == .output || isZoomed ? .nothing : .press
  }
}
