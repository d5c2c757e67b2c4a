import Board
import Boundary
import TerminalUI
import Testing

@testable import Dashboard

/// What an agent asks, in a panel.
@Suite(.timeLimit(.minutes(15))) struct PetitionInquiryTests {
  private var situation = Situation(title: "Test")

  init() {
    situation.actions = [ActionStatus(ActionDescription(id: "deploy", title: "Deploy"))]
    var petition = Petition()
    (petition.id, petition.action, petition.input) = (7, "deploy", "staging")
    (petition.question, petition.agent, petition.since) = ("To production?", "claude (agent)", .seconds(60))
    situation.petitions = [petition]
  }

  private func inquiry(at time: Duration) -> Dashboard.Inquiry? {
    Dashboard.Inquiry(.deciding(7), in: situation, at: time, glyphs: .unicode)
  }

  @Test mutating func `it says who asks for what, and Enter decides nothing`() {
    let asked = inquiry(at: .seconds(61))
    #expect(asked?.title == "claude (agent) wants Deploy")
    #expect(asked?.text == "To production? It would start deploy with the input \"staging\".")
    #expect(asked?.options.map(\.effect) == [.decide(7, yes: true), .decide(7, yes: false), nil])
    #expect(asked?.firstFocus == 2)
    situation.petitions = []
    #expect(inquiry(at: .seconds(61)) == nil)
  }

  @Test func `nothing counts in its first half second`() {
    #expect(
      inquiry(at: .milliseconds(60_400))?.options.prefix(2).allSatisfy { $0.answer.hindrance != nil } == true)
    #expect(inquiry(at: .milliseconds(60_500))?.options.allSatisfy { $0.answer.hindrance == nil } == true)
  }
}
