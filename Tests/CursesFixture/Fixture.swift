internal import Curses
internal import Dispatch
internal import Processes
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// Shows the size, a spinner and the last events.
@MainActor
final class Fixture {
  private let terminal: Terminal
  private var log: [String] = []
  private var step = 0
  private var timer: (any DispatchSourceTimer)?

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  func receive(_ event: TerminalEvent) {
    switch event {
    case .input(.key(.character(let character))): press(character)
    case .input(.key(let key)): note("key \(key.name)")
    case .input(.mouse(let mouse)): note("\(mouse.kind) at \(mouse.position.x),\(mouse.position.y)")
    case .input(.paste(let text)): note("pasted \(text.debugDescription)")
    case .resized(let size): note("resized \(size.width)x\(size.height)")
    // Its pictures have no such characters before it is told to draw them.
    case .widthsChanged: break
    case .resumed: note("resumed")
    case .interrupt(let signal):
      terminal.close()
      ProcessEnd.bySignal(signal)
    case .hangUp:
      terminal.close()
      exit(7)
    }
  }

  func show() {
    terminal.draw(picture())
  }

  private func press(_ character: Character) {
    switch character {
    case "q": quit()
    case "n": turn()
    case "d": show()
    case "s": startOrStopSpinner()
    case "f": fill()
    case "p": showPart()
    case "e": complain("a message on standard error")
    case "x": exit(3)
    case "c": crash()
    case "C": crashWhileDrawing()
    case "E": complain(String(repeating: "much ", count: 4_000))
    case "o": _ = overflow(depth: 1)
    case "a": abort()
    case "m":
      terminal.usesMouse.toggle()
      note("mouse \(terminal.usesMouse)")
    case "b": terminal.bell()
    case "F": note("🇩🇪 and 👩‍🔬 of \(TextWidth.composedCharacters.rawValue)")
    case "G": note("🇩🇰 and 👩‍🔬 of \(TextWidth.composedCharacters.rawValue)")
    case "z": terminal.suspend()
    case "l": terminal.redraw()
    default: note("key \(Key.character(character).name)")
    }
  }

  private func note(_ line: String) {
    log.append(line)
    show()
  }

  private func quit() {
    terminal.close()
    exit(0)
  }

  private func turn() {
    step += 1
    show()
  }

  /// Fills the screen: each column another letter or sign, every few columns another style, each time a row
  /// further.
  private func fill() {
    step += 1
    let signs = Array("abcdefghijklmnopqrstuvwxyzéß─│█▌↑…0123456789")
    var frame = Frame(size: terminal.size)
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let row = y + step
        let style = Style(
          foreground: .palette(UInt8((x / 5 + row) % 16)), attributes: (x / 9 + row) % 2 == 0 ? [] : .bold)
        if let cell = Cell(signs[(x + row * row) % signs.count], style: style) { frame[x, y] = cell }
      }
    }
    terminal.draw(frame)
  }

  /// A frame that is smaller than the screen, as a program draws that does not know of a new size yet.
  private func showPart() {
    var frame = Frame(size: Size(width: 4, height: 1))
    write("part", x: 0, y: 0, .plain, &frame)
    terminal.draw(frame)
  }

  private func startOrStopSpinner() {
    if let timer {
      timer.cancel()
      self.timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now(), repeating: .milliseconds(80))
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.turn() }
    }
    timer.resume()
    self.timer = timer
  }

  /// A trap of Swift, as any mistake in a program is.
  private func crash() {
    let numbers: [Int] = []
    note("crashing at \(numbers[step])")
  }

  /// A trap between two frames that fill the screen, in a thread that does not draw.
  private func crashWhileDrawing() {
    let numbers: [Int] = []
    let thread = DispatchQueue(label: "crash")
    thread.asyncAfter(deadline: .now() + .milliseconds(20)) { complain("crashing at \(numbers[1])") }
    while true { fill() }
  }

  private func overflow(depth: Int) -> Int {
    depth < 0 ? 0 : 1 + overflow(depth: depth + 1) * depth
  }

  private func picture() -> Frame {
    var frame = Frame(size: terminal.size)
    let spinner = terminal.glyphs.spinner
    let green = Style(foreground: .green, attributes: .bold)
    write(String(spinner[step % spinner.count]), x: 0, y: 0, green, &frame)
    write("fixture \(terminal.size.width)x\(terminal.size.height)", x: 2, y: 0, .plain, &frame)
    write("wide 日本 e\u{301} █ \u{1F600}", x: 2, y: 1, Style(foreground: .palette(208)), &frame)
    write("dim", x: 30, y: 1, Style(attributes: .dim), &frame)
    write("marked", x: 40, y: 1, Style(background: .blue, attributes: .reverse), &frame)
    let room = max(0, frame.size.height - 3)
    for (row, line) in log.suffix(room).enumerated() { write(line, x: 2, y: row + 2, .plain, &frame) }
    write("end", x: frame.size.width - 3, y: frame.size.height - 1, .plain, &frame)
    return frame
  }

  private func write(_ text: String, x: Int, y: Int, _ style: Style, _ frame: inout Frame) {
    var x = x
    for character in text {
      guard let cell = Cell(character, style: style) else { continue }
      frame[x, y] = cell
      x += cell.width
    }
  }
}
