import Fuzzing
import TerminalUI

/// A random input or event for a panel in memory.
enum RandomPanelAction {
  case input(InputEvent)
  case resize(Size)
  case wait(milliseconds: Int)
}

extension SeededGenerator {
  mutating func panelAction() -> RandomPanelAction {
    switch below(12) {
    case 0: .resize(Size(width: below(130), height: below(50)))
    case 1, 2: .wait(milliseconds: magnitude(upTo: 5_000))
    case 3: .input(.mouse(mouseEvent()))
    case 4: .input(.paste(text(upTo: 60)))
    case 5...7: .input(.key(pick(Self.boardKeys)))
    default: .input(.key(key()))
    }
  }

  private static let boardKeys = "abcdefgh".map(Key.character)

  private mutating func key() -> Key {
    switch below(6) {
    case 0: .control(pick(Array("abcdefghijklmnopqrstuvwxyz")))
    case 1: .character(Character(scalar()))
    case 2: .character(pick(Array("qxynNgG/?amjkq ")))
    default:
      pick([
        .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
        .pageUp, .pageDown, .function(1), .function(12),
      ])
    }
  }

  private mutating func mouseEvent() -> MouseEvent {
    let button: MouseEvent.Button = pick([.left, .left, .left, .middle, .right])
    let place =
      oneIn(10)
      ? Point(x: magnitude(upTo: 100_000), y: magnitude(upTo: 100_000)) : Point(x: below(90), y: below(30))
    return MouseEvent(
      pick([
        .press(button), .press(button), .drag(button), .release(button), .wheelUp, .wheelDown,
      ]), at: place)
  }
}
