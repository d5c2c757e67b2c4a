/// A small program that does with its terminal whatever it likes, and ends.
public struct HostileProgram: Sendable {
  /// The steps, as a script of bash. It reads what it prints from the file `$DATA`.
  public let script: String
  /// The bytes of `$DATA`.
  public let data: [UInt8]
  /// How its action uses a terminal: `output`, `full` or `none`.
  public let terminal: String
}

extension SeededGenerator {
  /// - Parameters:
  ///   - recordings: What real programs print, of which parts are damaged.
  ///   - largest: The most bytes that are printed without a newline.
  public mutating func hostileProgram(recordings: [[UInt8]], largest: Int) -> HostileProgram {
    let data = recordings.isEmpty || oneIn(2) ? commandOutput(upTo: 20_000) : damaged(pick(recordings))
    var steps = (0..<(1 + below(4))).map { _ in hostileStep(largest: largest) }
    steps.append(hostileEnd())
    return HostileProgram(
      script: steps.joined(separator: "\n") + "\n", data: data,
      terminal: pick(["output", "output", "full", "none"]))
  }

  private mutating func hostileStep(largest: Int) -> String {
    switch below(14) {
    case 0...2: "cat \"$DATA\""
    case 3: "tr '\\n' x < \"$DATA\""
    case 4: "head -c \(magnitude(upTo: 4 * largest)) /dev/zero | tr '\\0' x"
    case 5: "head -c \(magnitude(upTo: 200_000)) /dev/urandom"
    case 6: "stty \(pick(["raw", "raw -echo", "-icanon min 0", "-echo", "opost onlcr", "cols 1 rows 1"])) <&1"
    case 7:
      "printf '\\033[?\(pick([1, 7, 25, 47, 1000, 1003, 1004, 1049, 2026]))\(pick(["h", "l"]))\\033[>1u\\033=\\033(0'"
    case 8:
      "perl -e '$| = 1; open F, $ENV{DATA}; print $b while read F, $b, \(1 + magnitude(upTo: 3_000))'"
    case 9:
      """
      python3 -c 'import os
      data = open(os.environ["DATA"], "rb").read()
      for part in range(\(below(200))): os.write(1 + part % 2, data[part * 97:][:97])'
      """
    case 10: "(exec 9>&-; trap '' HUP TERM; setsid sleep 0.\(1 + below(5)); cat \"$DATA\") &"
    case 11:
      "for n in 1 2 3 4 5; do printf '\\033[6n\\033[c\\033[5n\\033]11;?\\007'; done; read -t 0.1 answer <&1"
    case 12:
      "printf '\\033]0;%s\\007\\033]52;c;AAAA\\007\\033P' \"$(tr -d '\\000' < \"$DATA\" | head -c 3000)\""
    default: "printf 'Password: '; stty -echo <&1; sleep 0.0\(below(10))"
    }
  }

  private mutating func hostileEnd() -> String {
    switch below(8) {
    case 0: "kill -9 $$"
    case 1: "kill -\(pick(["HUP", "INT", "SEGV", "PIPE", "QUIT"])) $$"
    case 2: "exec >&- 2>&- <&-; sleep 0.0\(below(10))"
    case 3: "kill -9 0"
    case 4: "stty raw -echo <&1; kill -9 $$"
    case 5: "exec cat \"$DATA\""
    case 6: "exit \(below(4))"
    default: "printf '\\033[?1049h\\033[?1003h'"
    }
  }
}
