import Configuration
import Inputs

/// The inputs of an action, and where they name other actions.
struct PlacedInputFiles {
  let definition: InputFiles
  let location: TextLocation
  let actions: [PlacedName]
}

extension ValueReader where Value == PlacedInputFiles {
  /// Patterns, or a mapping that also names actions.
  static func inputFiles(in place: BoardPlace) -> Self {
    let patterns = ValueReader<InputPattern>.inputPattern.oneOrMore
    let short = patterns.map { InputFilesDraft(patterns: $0) }
    let draft = short.or(
      .mapping("inputs") { fields in
        let patterns = fields.read(
          "files", patterns, "patterns for the files, as for `inputs` itself", default: "none",
          example: "['Sources/**', Package.swift]")
        let actions = fields.read(
          "actions", ValueReader<PlacedName>.placedName.oneOrMore,
          "the actions from whose results this one is made: it is stale while one of them is not fresh, or was made again from other files",
          default: "none", example: "[build]")
        let ignored = fields.read(
          "ignored", .truth, "whether files that git ignores are inputs, too", default: "`false`",
          example: "true")
        let poll = fields.read(
          "poll", .poll,
          "the interval in which the files are looked at, for places where the system does not notice changes",
          default: "none, where the system notices changes", example: "5s")
        if patterns == nil, actions == nil, !fields.contains("files"), !fields.contains("actions") {
          fields.mistake("`inputs` needs `files` or `actions`")
        }
        return InputFilesDraft(
          patterns: patterns ?? [], actions: actions ?? [], includesIgnored: ignored ?? false, poll: poll)
      })
    return Self(draft.schema()) { field in
      guard let draft = draft.read(field) else { return nil }
      check(draft.patterns, field)
      return PlacedInputFiles(
        definition: InputFiles(
          draft.patterns, actions: draft.actions.map(\.name), includesIgnored: draft.includesIgnored,
          poll: draft.poll, directory: place.directory, boardFile: place.file),
        location: field.node.location, actions: draft.actions)
    }
  }

  private static func check(_ patterns: [InputPattern], _ field: Field) {
    if !patterns.isEmpty, patterns.allSatisfy(\.isExclusion) {
      field.mistake(
        "all patterns of \(field.name) exclude files, so it has none",
        hint: "name the files first, as in ['**', '!*.md']")
    }
    if patterns.count > InputFiles.patternLimit {
      field.mistake("\(field.name) has more than \(InputFiles.patternLimit) patterns")
    }
  }
}

private struct InputFilesDraft {
  var patterns: [InputPattern]
  var actions: [PlacedName] = []
  var includesIgnored = false
  var poll: Duration?
}

extension ValueReader where Value == InputPattern {
  static var inputPattern: Self {
    Self(ValueSchema("[pattern](#inputs)", ValueSchema.text.shape)) { field in
      guard let scalar = ValueReader<YAMLScalar>.scalar("a pattern such as 'Sources/**'").read(field) else {
        return nil
      }
      do throws(InputPattern.Mistake) {
        return try InputPattern(scalar.text)
      } catch {
        let offset = String(scalar.text.prefix(error.offset)).unicodeScalars.count
        field.report.mistake("\(field.name): \(error.text)", at: field.locations(in: scalar)(offset))
        return nil
      }
    }
  }
}

extension ValueReader where Value == Duration {
  fileprivate static var poll: Self {
    duration.satisfying("duration from 1s", "must be at least 1s") { $0 >= InputFiles.shortestPoll }
  }
}
