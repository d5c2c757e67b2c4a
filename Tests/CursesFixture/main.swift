internal import Curses
internal import Dispatch
internal import TerminalUI

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

// A small program for the tests of the room Curses: it shows what reaches it, and misbehaves on request.

let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
let options = Terminal.Options(
  name: environment("TERM"),
  usesColor: (environment("NO_COLOR") ?? "").isEmpty,
  usesMouse: true)

do {
  let terminal = try Terminal(options: options)
  let fixture = Fixture(terminal: terminal)
  terminal.onEvent = { fixture.receive($0) }
  fixture.show()
  dispatchMain()
} catch {
  complain("\(error)")
  exit(2)
}
