internal import Wire

/// What is known of the program that sends a request.
struct Client: Equatable {
  /// How it names itself, which proves nothing: at most 40 printable characters of ASCII.
  var name = "agent"
  /// Whether it shows forms to a person.
  var canElicit = false
  /// Whether a form says that it is one.
  var namesMode = true
  var isModern = true

  /// How front ends name it.
  var title: String { "\(name) (agent)" }

  init(info: JSONTree?, capabilities: JSONTree?) {
    let shown = String(
      (info?["name"]?.text ?? "").unicodeScalars.filter { (" "..."~").contains($0) }.prefix(40))
    let trimmed = shown.drop { $0 == " " }
    if !trimmed.isEmpty { name = String(trimmed) }
    if case .object(let kinds)? = capabilities?["elicitation"] {
      canElicit = kinds.isEmpty || kinds.contains { $0.name == "form" }
    }
  }
}

/// What distinguishes the results of the methods.
enum ResultKind {
  /// The result of a tool, and whatever else is true once.
  case plain
  /// A list or a description that clients may keep for some time.
  case kept(milliseconds: Int)
}
