internal import TerminalUI

/// The effects of control characters and sequences.
extension VTScreen {
  mutating func apply(_ token: VTParser.Token) {
    switch token {
    case .scalar(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    // ncurses resets the palette at the end.
    case .string("104"): break
    case .string(let text):
      if text.hasPrefix("0;") || text.hasPrefix("2;") {
        title = String(text.dropFirst(2))
      } else {
        strings.append(text)
      }
    case .deviceControl(let text): strings.append("ESC P " + text)
    case .controlSequence(nil, let numbers, "", let final): sequence(final, numbers)
    case .controlSequence("?", let numbers, "", "h"): setModes(numbers, on: true)
    case .controlSequence("?", let numbers, "", "l"): setModes(numbers, on: false)
    case .controlSequence: unknownSequences.append("\(token)")
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: moveCursor(x: cursor.x - 1, y: cursor.y)
    case 0x09: moveCursor(x: (cursor.x / 8 + 1) * 8, y: cursor.y)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: moveCursor(x: 0, y: cursor.y)
    case 0x0E: isDrawingLines = true
    case 0x0F: isDrawingLines = false
    default: break
    }
  }

  private mutating func escape(_ intermediates: String, _ final: Character) {
    switch (intermediates, final) {
    case ("", "7"): saved = SavedCursor(cursor: cursor, style: style)
    case ("", "8"): restoreCursor()
    case ("", "D"): lineFeed()
    case ("", "E"):
      moveCursor(x: 0, y: cursor.y)
      lineFeed()
    case ("", "M"): reverseLineFeed()
    case ("", "="): isKeypadApplication = true
    case ("", ">"): isKeypadApplication = false
    case ("", "c"): self = VTScreen(size: size)
    case ("", "\\"): break
    case ("(", _): isDrawingLines = final == "0"
    case (")", _): break
    default: unknownSequences.append("ESC \(intermediates)\(final)")
    }
  }

  private mutating func sequence(_ final: Character, _ numbers: [Int?]) {
    let count = max(1, numbers.first.flatMap(\.self) ?? 1)
    let selector = numbers.first.flatMap(\.self) ?? 0
    let second = numbers.count > 1 ? numbers[1] ?? 1 : 1
    switch final {
    case "A": moveCursor(x: cursor.x, y: cursor.y - count)
    case "B", "e": moveCursor(x: cursor.x, y: cursor.y + count)
    case "C", "a": moveCursor(x: cursor.x + count, y: cursor.y)
    case "D": moveCursor(x: cursor.x - count, y: cursor.y)
    case "G", "`": moveCursor(x: count - 1, y: cursor.y)
    case "d": moveCursor(x: cursor.x, y: count - 1)
    case "H", "f": moveCursor(x: second - 1, y: count - 1)
    case "I": moveCursor(x: (cursor.x / 8 + count) * 8, y: cursor.y)
    case "Z": moveCursor(x: ((cursor.x + 7) / 8 - count) * 8, y: cursor.y)
    case "J": eraseDisplay(selector)
    case "K": eraseLine(selector)
    case "X": grid.erase(row: cursor.y, columns: cursor.x..<(cursor.x + count), style: style)
    case "@": grid.insertCells(count, x: cursor.x, y: cursor.y, style: style)
    case "P": grid.deleteCells(count, x: cursor.x, y: cursor.y, style: style)
    case "L": shiftLines(-count)
    case "M": shiftLines(count)
    case "S": grid.scroll(scrollRegion, by: count, style: style)
    case "T": grid.scroll(scrollRegion, by: -count, style: style)
    case "b": if let lastScalar { for _ in 0..<count { put(lastScalar) } }
    case "m": style.select(numbers)
    case "r": setScrollRegion(numbers)
    case "s": saved = SavedCursor(cursor: cursor, style: style)
    case "u": restoreCursor()
    // Only replace mode is supported, and it is always on. The stack of window titles is not emulated.
    case "l" where numbers == [4]: break
    // The terminfo entry of `screen` uses this mode for a normal cursor.
    case "h" where numbers == [34]: break
    case "t": break
    case "n" where numbers == [6]: reports.append("\u{1B}[\(cursor.y + 1);\(cursor.x + 1)R")
    default: unknownSequences.append("ESC [ \(numbers) \(final)")
    }
  }

  private mutating func setModes(_ numbers: [Int?], on: Bool) {
    for case let number? in numbers {
      touchedModes.insert(number)
      if number == 1049 { switchScreen(toAlternate: on) }
      if on { modes.insert(number) } else { modes.remove(number) }
    }
  }

  private mutating func switchScreen(toAlternate: Bool) {
    guard toAlternate != isAlternate else { return }
    if toAlternate { saved = SavedCursor(cursor: cursor, style: style) }
    swap(&grid, &hiddenGrid)
    // As in xterm and others, each screen has a saved cursor of its own.
    swap(&saved, &hiddenSaved)
    if toAlternate {
      grid = VTGrid(size: size)
    } else {
      restoreCursor()
    }
  }

  private mutating func restoreCursor() {
    guard let saved else { return }
    style = saved.style
    moveCursor(x: saved.cursor.x, y: saved.cursor.y)
  }

  private mutating func setScrollRegion(_ numbers: [Int?]) {
    let top = max(1, numbers.first.flatMap(\.self) ?? 1)
    let bottom = min(size.height, (numbers.count > 1 ? numbers[1] : nil) ?? size.height)
    guard top < bottom else { return }
    scrollRegion = (top - 1)..<bottom
    moveCursor(x: 0, y: 0)
  }

  /// Deletes lines at the cursor, inside the scroll region; inserts lines if `count` is negative.
  private mutating func shiftLines(_ count: Int) {
    guard scrollRegion.contains(cursor.y) else { return }
    grid.scroll(cursor.y..<scrollRegion.upperBound, by: count, style: style)
  }

  private mutating func eraseDisplay(_ selector: Int) {
    switch selector {
    case 0:
      eraseLine(0)
      grid.erase(rows: (cursor.y + 1)..<max(cursor.y + 1, size.height), style: style)
    case 1:
      eraseLine(1)
      grid.erase(rows: 0..<cursor.y, style: style)
    default:
      grid.erase(rows: 0..<size.height, style: style)
    }
  }

  private mutating func eraseLine(_ selector: Int) {
    switch selector {
    case 0: grid.erase(row: cursor.y, columns: cursor.x..<max(cursor.x, size.width), style: style)
    case 1: grid.erase(row: cursor.y, columns: 0..<(cursor.x + 1), style: style)
    default: grid.erase(row: cursor.y, columns: 0..<size.width, style: style)
    }
  }
}
