import Configuration

/// A board as it was read, before its parts are checked against each other.
struct BoardDraft {
  let title: String?
  let network: NetworkTiming
  let remember: ResultMemory
  let onDetach: DetachPolicy
  let alertmanager: AlertmanagerDefinition?
  let cluster: ClusterDefinition?
  let actions: [ActionDraft]
}

extension ValueReader where Value == BoardDraft {
  /// The whole file.
  static func board(at place: BoardPlace = BoardPlace()) -> Self {
    .mapping("board", foreignWords: .ofBoards) { fields in
      let title = fields.read(
        "title", .title, "the title of the panel", default: "the name of the file",
        example: "Release desk")
      let network = fields.read(
        "network", .networkTiming, "when the network indicator appears and disappears",
        example: "{ start-delay: 300ms }")
      let remember = fields.read(
        "remember", .resultMemory,
        "up to which age guards read the results of an earlier start; older ones are only shown",
        default: "`1h`", example: "always")
      let onDetach = fields.read(
        "on-detach", ValueReader<DetachPolicy>.choice,
        "whether runs that panels have started continue or are cancelled when the last panel has gone",
        default: "`leave`", example: "stop")
      let keepOutput = fields.read(
        "keep-output", ValueReader<KeepOutput>.choice,
        "of which runs the last lines are kept in a file, so that they survive the box; an action can say something else: see [kept outputs](#kept-outputs)",
        default: "`failed`", example: "never")
      let alertmanager = fields.read(
        "alertmanager", .alertmanager(in: place),
        "an Alertmanager that receives the [errors as alerts](#alertmanager)", default: "none",
        example: "http://localhost:9093")
      let cluster = fields.read(
        "cluster", .cluster(in: place),
        "the etcd by which boards on several machines share actions: see [more than one machine](Cluster.md)",
        default: "none", example: "{ etcd: 'http://localhost:2379', realm: shop, board: web }")
      var place = place
      place.agents = fields.read(
        "agents", .agentRules,
        "what programs may do that act for a person, unless an action says otherwise: see [agents](Agents.md)",
        default: "`press`, with `confirm` `ask`", example: "ask")
      place.commands = .read(&fields, of: place)
      place.keepOutput = keepOutput ?? .failed
      let actions = fields.require("actions", .actions(of: place), "the actions, in the order of the panel")
      return actions.map {
        BoardDraft(
          title: title, network: network ?? NetworkTiming(), remember: remember ?? .standard,
          onDetach: onDetach ?? .leave, alertmanager: alertmanager, cluster: cluster, actions: $0)
      }
    }
  }
}

extension ValueReader where Value == NetworkTiming {
  fileprivate static var networkTiming: Self {
    .mapping("network") { fields in
      let startDelay = fields.read(
        "start-delay", .duration, "how long requests must be in progress before the indicator appears",
        default: "`1s`", example: "300ms")
      let completionDelay = fields.read(
        "completion-delay", .duration,
        "how long the indicator remains after the last request, in case another one begins",
        default: "`200ms`", example: "0s")
      let minimumVisible = fields.read(
        "minimum-visible", .duration, "the minimum time that the indicator remains", default: "`0s`",
        example: "500ms")
      let standard = NetworkTiming()
      return NetworkTiming(
        startDelay: startDelay ?? standard.startDelay,
        completionDelay: completionDelay ?? standard.completionDelay,
        minimumVisible: minimumVisible ?? standard.minimumVisible)
    }
  }
}

extension ValueReader where Value == ResultMemory {
  /// A duration, or a word for none or all of them.
  fileprivate static var resultMemory: Self {
    let words: [String: Value] = ["never": .never, "always": .always]
    let names = words.keys.sorted(by: >)
    let duration = ValueReader<Duration>.positiveDuration.map(Value.atMost)
    var schema: ValueSchema {
      ValueSchema(
        "duration above 0, `never` or `always`", .either([duration.schema().shape, .words(names)]))
    }
    return Self(schema) { field in
      let text = field.node.scalar?.text ?? ""
      if let word = words[text] { return word }
      if DurationText.parse(text) != nil { return duration.read(field) }
      let hint =
        DurationText.suggestion(for: text).map { "did you mean `\($0)`?" }
        ?? Suggestion.hint(for: text, among: names)
      field.mustBe("a duration such as 1h, `never` or `always`", hint: hint)
      return nil
    }
  }
}

extension ValueReader where Value == [ActionDraft] {
  fileprivate static func actions(of place: BoardPlace) -> Self {
    let schema = {
      let action = ValueReader<ActionDraft>.action("", at: TextLocation(line: 1, column: 1), of: place)
        .schema()
      return ValueSchema("mapping, at least one action", .dictionary(action.shape, allowsEmpty: false))
    }
    return Self(schema()) { field in
      if case .sequence = field.node.content {
        field.mustBe("a mapping", hint: "each action is a key with its options, as in `build: { run: make }`")
        return nil
      }
      guard let entries = field.entries() else { return nil }
      guard !entries.isEmpty else {
        field.mistake("\(field.name) is empty", hint: "a board needs at least one action")
        return nil
      }
      var place = place
      place.services = Set(entries.filter { $0.1.value.isService }.map(\.0))
      place.foreignWords = .ofActions(services: place.services)
      return entries.map { id, entry in ActionDraft.read(id, entry, of: place, field.report) }
    }
  }
}
