import CPCRE2

/// A regular expression that PCRE2 has compiled, to machine code where it can. It is immutable, so that all
/// threads share it.
///
/// Some expressions, such as `(a+)+$`, backtrack exponentially if a line nearly matches. Matching stops after
/// a number of steps, and a line that takes more does not match.
final class CompiledExpression: @unchecked Sendable {
  private let code: OpaquePointer
  /// The number of groups in parentheses that capture.
  let groupCount: Int

  /// The steps for the first match in a line, which take two milliseconds at most.
  private static let stepLimit: UInt32 = 50_000
  /// The steps for each further match in the same line: there can be as many as it has bytes.
  private static let furtherStepLimit: UInt32 = 1_000
  private static let firstLimits = limits(stepLimit)
  private static let furtherLimits = limits(furtherStepLimit)

  init(_ pattern: String) throws(PatternError) {
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
    var error: Int32 = 0
    var offset = 0
    var pattern = pattern
    let compiled = pattern.withUTF8 { text in
      pcre2_compile_8(text.baseAddress, text.count, options, &error, &offset, nil)
    }
    guard let compiled else { throw Self.failure(error, at: offset, in: pattern) }
    code = compiled
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    groupCount = Int(count)
    // Where the system forbids new machine code, matching interprets the expression.
    pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
  }

  deinit { pcre2_code_free_8(code) }

  /// The first match in a line.
  /// - Returns: The UTF-8 offsets of the match and of each group, with nil for a group that takes no part;
  ///   nil if the line does not match, or takes too long.
  func firstMatch(in line: String) -> [Range<Int>?]? {
    var line = line
    return line.withUTF8 { text in
      withMatch { match in
        guard find(in: text, from: 0, limits: Self.firstLimits, match) else { return nil }
        return (0...groupCount).map { Self.range($0, of: match) }
      }
    }
  }

  /// Whether a line matches.
  func matches(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { text in
      withMatch { find(in: text, from: 0, limits: Self.firstLimits, $0) }
    }
  }

  /// The matches in a line that are not empty, as UTF-8 offsets from left to right, up to the first one that
  /// takes too long to find.
  func allMatches(in line: String, atMost count: Int = .max) -> [Range<Int>] {
    var line = line
    return line.withUTF8 { text in
      withMatch { match in
        var ranges: [Range<Int>] = []
        var limits = Self.firstLimits
        while ranges.count < count,
          find(in: text, from: ranges.last?.upperBound ?? 0, limits: limits, options: PCRE2_NOTEMPTY, match),
          let range = Self.range(0, of: match)
        {
          ranges.append(range)
          limits = Self.furtherLimits
        }
        return ranges
      }
    }
  }

  private func withMatch<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    guard let match = pcre2_match_data_create_from_pattern_8(code, nil) else {
      preconditionFailure("there is no memory left")
    }
    defer { pcre2_match_data_free_8(match) }
    return body(match)
  }

  /// Fills a match. Returns whether there is one.
  private func find(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, limits: Limits, options: UInt32 = 0,
    _ match: OpaquePointer
  ) -> Bool {
    let options = options | PCRE2_NO_UTF_CHECK
    let attempt = { (options: UInt32) in
      pcre2_match_8(self.code, text.baseAddress, text.count, start, options, match, limits.context)
    }
    let result = attempt(options)
    // Machine code has a small stack of its own.
    return result == PCRE2_ERROR_JIT_STACKLIMIT ? attempt(options | PCRE2_NO_JIT) > 0 : result > 0
  }

  private static func range(_ group: Int, of match: OpaquePointer) -> Range<Int>? {
    guard group < pcre2_get_ovector_count_8(match), let offsets = pcre2_get_ovector_pointer_8(match) else {
      return nil
    }
    let (start, end) = (offsets[2 * group], offsets[2 * group + 1])
    // A group that takes no part has the largest number of C, which is -1 here. `\K` in a lookahead can put
    // the start of a match after its end.
    return start >= 0 && start <= end ? start..<end : nil
  }

  /// What one search may use. PCRE2 reads it only.
  private struct Limits: @unchecked Sendable { let context: OpaquePointer? }

  private static func limits(_ steps: UInt32) -> Limits {
    let context = pcre2_match_context_create_8(nil)
    pcre2_set_match_limit_8(context, steps)
    pcre2_set_heap_limit_8(context, 16_384)
    return Limits(context: context)
  }

  private static func failure(_ error: Int32, at offset: Int, in pattern: String) -> PatternError {
    var text = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(error, &text, text.count)
    let reason = String(decoding: text.prefix(Int(max(0, count))), as: UTF8.self)
    let position = String(decoding: pattern.utf8.prefix(offset), as: UTF8.self).count
    return PatternError(
      message: "is not a valid regular expression",
      hint: "\(reason), after \(position == 1 ? "1 character" : "\(position) characters")")
  }
}
