import Board
import TerminalUI

/// The texts of the divider above a log: the title of the action, and remarks about what is in view.
struct LogHeading: Equatable {
  let title: String
  let remark: String

  /// - Parameters:
  /// - width: The number of columns of the divider. Remarks for which there is no room are omitted, the least
  ///   important first.
  /// - height: The number of rows of the log.
  /// - logWidth: The number of columns of the log, if it is another one.
  init(_ log: Dashboard.Log?, width: Int, height: Int, logWidth: Int? = nil, glyphs: GlyphSet) {
    guard let log else {
      (title, remark) = ("Output", "")
      return
    }
    if let introduction = log.introduction {
      let progress = introduction.plan?.progress
      let subject = progress != nil ? "Plan of" : introduction.isRequested ? "About" : "Output of"
      let whole = "\(subject) \(log.title)"
      let position = IntroductionView(introduction, glyphs: glyphs)
        .position(in: Size(width: logWidth ?? width, height: height))
      let place = introduction.origin?.place ?? ""
      let both = [position, progress ?? place].filter { !$0.isEmpty }
        .joined(separator: " \(glyphs.separator) ")
      let remarks = [both, position].first { width - 10 - TextWidth.of($0) >= min(6, TextWidth.of(whole)) }
      remark = remarks ?? ""
      title = remark.isEmpty ? whole : whole.shortened(to: width - 10 - TextWidth.of(remark), glyphs)
      return
    }
    let remarks = LogHeading.remarks(log, height: height, glyphs: glyphs)
    let whole = "Output of \(log.title)"
    // Two columns at each end, a space on each side of title and remark, and two columns between them.
    let room = width - 10
    var kept: [String] = []
    var used = 0
    for remark in remarks where !remark.text.isEmpty {
      let width = TextWidth.of(remark.text) + (kept.isEmpty ? 0 : 3)
      guard used + width + min(remark.smallestTitle, TextWidth.of(whole)) <= room else { continue }
      kept.append(remark.text)
      used += width
    }
    remark = kept.joined(separator: " \(glyphs.separator) ")
    title = kept.isEmpty ? whole : whole.shortened(to: room - used, glyphs)
  }

  /// A text, and the width to which the title may be shortened to make room for it. Less important remarks
  /// allow less shortening.
  private struct Remark {
    var text: String
    var smallestTitle = 6
  }

  /// The remarks, most important first.
  private static func remarks(_ log: Dashboard.Log, height: Int, glyphs: GlyphSet) -> [Remark] {
    var remarks: [Remark] = []
    if let count = log.selectedCount { remarks.append(Remark(text: "\(count) selected")) }
    if let search = log.search {
      let isExpression = SearchPattern.expression(in: search.text) != nil
      let text = (isExpression ? "" : "/") + search.text.shortened(to: 20, glyphs)
      let count = search.current.map { "\($0)/\(search.count)" } ?? "\(search.count)"
      remarks.append(Remark(text: search.count == 0 ? "\(text) not found" : "\(text) \(count)"))
    }
    if let filter = log.filter {
      let verb = log.lineCount == 1 ? "matches" : "match"
      let text = filter.shortened(to: 20, glyphs)
      remarks.append(Remark(text: "\(log.lineCount) of \(log.keptCount) lines \(verb) \(text)"))
    }
    if log.beginsLater { remarks.append(Remark(text: "earlier lines dropped", smallestTitle: 12)) }
    if log.isWrapped { remarks.append(Remark(text: "wrapped", smallestTitle: 12)) }
    return remarks + [Remark(text: position(log, height: height), smallestTitle: .max)]
  }

  private static func position(_ log: Dashboard.Log, height: Int) -> String {
    let isScrollable = log.rows.count > height || log.visible.count < log.lineCount
    guard log.isFollowing else {
      return "\(log.visible.lowerBound + 1)-\(log.visible.upperBound) of \(log.lineCount)"
    }
    return isScrollable && height > 0 ? "following" : ""
  }
}

extension String {
  /// The text, truncated with an ellipsis if it is too wide.
  fileprivate func shortened(to width: Int, _ glyphs: GlyphSet) -> String {
    if TextWidth.of(self) <= width { return self }
    var short = self
    while !short.isEmpty, TextWidth.of(short) > max(0, width - 1) { short.removeLast() }
    return short + String(glyphs.ellipsis)
  }
}
