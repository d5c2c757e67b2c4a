import Foundation
import Glibc

/// How claims are sent to etcd by the boxes under test.
enum Design: String {
  /// As the program does.
  case real
  /// A claim compares only the key that it writes.
  case ownKeyOnly = "own-key-only"
  /// A claim expires with the lease of its host.
  case leaseBound = "lease-bound"
}

struct Options {
  struct Mistake: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  var presses = 10_000
  /// How often each kind of fault happens at least while a press of the board is not answered.
  var faults = 20
  var seed = UInt64.random(in: 0..<1_000_000)
  var design = Design.real
  /// The kinds of faults.
  var kinds = FaultKind.allCases

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      let value = rest.popFirst() ?? ""
      switch name {
      case "--presses": presses = try Self.number(value, of: name)
      case "--faults": faults = try Self.number(value, of: name)
      case "--seed": seed = UInt64(try Self.number(value, of: name))
      case "--design":
        guard let design = Design(rawValue: value) else {
          throw Mistake("--design is real, own-key-only or lease-bound, not \(value)")
        }
        self.design = design
      case "--only":
        let all = Dictionary(uniqueKeysWithValues: FaultKind.allCases.map { ("\($0)", $0) })
        kinds = try value.split(separator: ",").map { name in
          guard let kind = all[String(name)] else {
            throw Mistake("--only takes \(all.keys.sorted().joined(separator: ", ")), not \(name)")
          }
          return kind
        }
      default:
        throw Mistake(
          "no option \(name); there are --presses N, --faults N, --seed N, --only KINDS and --design NAME")
      }
    }
  }

  private static func number(_ text: String, of name: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw Mistake("\(name) needs a number, not \(text)") }
    return number
  }
}

enum Output {
  static func write(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}

/// The time of all processes of this machine, in microseconds.
enum Moment {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
