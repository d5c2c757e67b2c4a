/// Text from outside in backquotes, for messages: on one line, safe to show, and not too long.
package func quoted(_ text: String) -> String {
  let limit = 60
  if text.utf8.count <= limit { return "`\(text.visible())`" }
  let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
  return "`" + start.visible() + (text.unicodeScalars.count > limit ? "…`" : "`")
}

/// Alternatives in a message: "`run`, `http` or `tcp`".
package func listed(_ words: [String]) -> String {
  let words = words.map(quoted)
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
