internal import Configuration
internal import TerminalUI

/// Checks the keys in a preferences file against each other and against the default keys that the file does
/// not change.
extension PreferencesDraft {
  func checkKeys(_ report: Report) {
    checkFixedKeys(report)
    checkRepetitions(report)
    checkCollisions(report)
  }

  /// Reports fixed keys that the file assigns to another command.
  private func checkFixedKeys(_ report: Report) {
    for (command, placed) in keys {
      for key in placed {
        guard let meaning = Dashboard.KeyMap.fixed[key.key], meaning != command else { continue }
        report.mistake(
          "the key \(quoted(key.text)) is always the key of \(quoted(meaning.rawValue))", at: key.location)
      }
    }
  }

  /// Reports keys that are listed twice for one command.
  private func checkRepetitions(_ report: Report) {
    for placed in keys.values {
      var seen: Set<Key> = []
      for key in placed where !seen.insert(key.key).inserted {
        report.mistake("the key \(quoted(key.text)) is given twice", at: key.location)
      }
    }
  }

  /// A command that has a key. If `placed` is nil, it is the default key.
  private struct Owner {
    let command: Dashboard.Command
    let placed: PlacedKey?
  }

  /// Reports each key that the file assigns to a command while another command has it too.
  private func checkCollisions(_ report: Report) {
    var owners: [Key: [Owner]] = [:]
    for binding in Dashboard.KeyMap.standard.bindings {
      let command = binding.command
      if let placed = keys[command] {
        for key in placed { owners[key.key, default: []].append(Owner(command: command, placed: key)) }
      } else {
        for key in binding.keys where !Dashboard.KeyMap.soft.contains(key) {
          owners[key, default: []].append(Owner(command: command, placed: nil))
        }
      }
    }
    for (key, owners) in owners where Dashboard.KeyMap.fixed[key] == nil {
      for owner in owners {
        guard let placed = owner.placed, let other = owners.first(where: { $0.command != owner.command })
        else { continue }
        let message = "the key \(quoted(placed.text)) is also the key of \(quoted(other.command.rawValue))"
        if let line = other.placed?.location.line {
          report.mistake("\(message) in line \(line)", at: placed.location)
        } else {
          report.mistake(
            message, at: placed.location,
            hint: "it has that key unless this file gives it another one, or `null`")
        }
      }
    }
  }
}
