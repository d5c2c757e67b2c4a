/// A person declares that lost runs of an action of this board have ended.
package struct Takeover: Sendable, Equatable {
  /// Chosen by the box, to find the answer.
  package var ticket: Int
  package var action: String
  /// The runs that the person means; nil for all lost runs of the action.
  package var runs: Set<RunID>?
  package var person: String
  package var reason: String

  package init(
    ticket: Int, action: String, runs: Set<RunID>? = nil, person: String, reason: String
  ) {
    self.ticket = ticket
    self.action = action
    self.runs = runs
    self.person = person
    self.reason = reason
  }
}

package enum TakeoverResult: Sendable, Equatable {
  /// These runs were lost, and are over.
  case done([RunValue])
  /// Why not, as a part of a sentence: "has no lost run".
  case refused(String)
  /// etcd could not be asked, for this reason.
  case unavailable(String, mayPass: Bool)
}
