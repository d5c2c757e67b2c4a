import Testing
import Transfers

@testable import Etcd

@Suite(.timeLimit(.minutes(15))) struct GatewayAnswerTests {
  private func answer(_ status: Int, _ body: String, isCut: Bool = false) -> GatewayAnswer {
    GatewayAnswer(TransferAnswer(status: status, body: Array(body.utf8), isCut: isCut))
  }

  private let error = GatewayError(code: 5, message: "no")

  @Test func `the status and the body say who answers`() {
    let errorText = #"{"error":"no","message":"no","code":5}"#
    #expect(answer(200, #"{"header":{}}"#) == .object(Array(#"{"header":{}}"#.utf8)[...]))
    #expect(answer(404, errorText) == .error(error))
    #expect(answer(503, errorText) == .error(error))
    #expect(answer(200, errorText) == .error(error))
    #expect(answer(404, "Not Found\n") == .notFound)
    #expect(answer(200, "<html>") == .foreign("the answer is not etcd's"))
    #expect(answer(302, #"{"code":5,"message":"no"}"#) == .error(error))
    #expect(answer(302, "") == .foreign("it answers with a redirect"))
    #expect(answer(400, "no TLS\nhere") == .foreign("it answers with the status 400: no TLS"))
    #expect(answer(403, "<html>") == .foreign("it answers with the status 403"))
  }

  @Test(arguments: [(200, ""), (200, #"{"header":"#), (500, ""), (502, "<html>"), (408, ""), (504, "{")])
  func `who may have received the request says so`(status: Int, body: String) {
    guard case .incomplete = answer(status, body) else {
      Issue.record("\(answer(status, body))")
      return
    }
  }

  @Test func `an answer that exceeds the limit is incomplete`() {
    #expect(answer(200, "{}", isCut: true) == .incomplete("the answer is too large"))
  }

  @Test(arguments: [
    (
      3, "etcdserver: duplicate key given in txn request",
      EtcdFailure.refused(code: 3, "a: etcdserver: duplicate key given in txn request")
    ),
    (
      3, "etcdserver: authentication failed, invalid user ID or password",
      .authentication("a: etcdserver: authentication failed, invalid user ID or password")
    ),
    (3, "etcdserver: user name is empty", .authentication("a: etcdserver: user name is empty")),
    (5, "etcdserver: requested lease not found", .leaseNotFound), (5, "other", .refused(code: 5, "a: other")),
    (7, "etcdserver: permission denied", .authentication("a: etcdserver: permission denied")),
    (8, "etcdserver: mvcc: database space exceeded", .noSpace),
    (8, "etcdserver: too many requests", .refused(code: 8, "a: etcdserver: too many requests")),
    (14, "etcdserver: no leader", .noLeader("a: etcdserver: no leader")),
    (14, "etcdserver: request timed out", .noAnswer("a: etcdserver: request timed out")),
    (4, "late", .noAnswer("a: late")), (2, "x", .noAnswer("a: x")), (13, "x", .noAnswer("a: x")),
    (16, "etcdserver: invalid auth token", .authentication("a: etcdserver: invalid auth token")),
  ])
  func `the code and the message decide`(code: Int, message: String, failure: EtcdFailure) {
    #expect(GatewayError(code: code, message: message).failure(at: "a") == failure)
  }

  @Test(arguments: [
    (16, "etcdserver: invalid auth token", true), (3, "etcdserver: user name is empty", true),
    (3, "etcdserver: revision of auth store is old", true), (7, "etcdserver: permission denied", false),
    (3, "etcdserver: authentication failed, invalid user ID or password", false),
  ])
  func `a new token may help`(code: Int, message: String, isConcerned: Bool) {
    #expect(GatewayError(code: code, message: message).concernsToken == isConcerned)
  }

  @Test func `the node that does not answer is left`() {
    var rotation = EndpointRotation(count: 3, random: 0.5)
    #expect(rotation.order == [1, 2, 0])
    rotation.leave(2)
    #expect(rotation.current == 1)
    rotation.leave(1)
    #expect(rotation.order == [2, 0, 1])
    rotation.leave(2)
    #expect(rotation.current == 0)
    #expect(EndpointRotation(count: 3, random: 0.999).current == 2)
  }

  @Test func `of several failures the one that says most is reported, with all reasons`() {
    func summary(_ failures: EtcdFailure...) -> EtcdFailure? {
      var round = RoundFailures()
      for failure in failures { round.add(failure) }
      return round.summary
    }
    #expect(summary() == nil)
    #expect(summary(.unreachable("a"), .unreachable("b"), .unreachable("a")) == .unreachable("a; b"))
    #expect(summary(.unreachable("a"), .noLeader("b"), .notEtcd("c")) == .noLeader("b"))
    #expect(summary(.noAnswer("a"), .noLeader("b")) == .noAnswer("a"))
    #expect(summary(.unreachable("a"), .tooOld(version: "3.3.1")) == .tooOld(version: "3.3.1"))
  }

  @Test func `time does not change another server or an old version`() {
    var round = RoundFailures()
    round.add(.notEtcd("a"))
    round.add(.tooOld(version: "3.3.1"))
    #expect(round.areFinal)
    round.add(.unreachable("b"))
    #expect(!round.areFinal)
  }

  @Test func `each failure says what happened`() {
    #expect("\(EtcdFailure.noSpace)" == "the store of etcd is full")
    #expect("\(EtcdFailure.tooOld(version: "3.3.1"))" == "etcd is version 3.3.1, and 3.4 or newer is needed")
    #expect("\(EtcdFailure.refused(code: 3, "a: no"))" == "etcd refuses: a: no (code 3)")
    #expect("\(EtcdFailure.leaseNotFound)" == "the lease has expired")
    #expect(EtcdFailure.noAnswer("").mayHaveBeenApplied)
    #expect(!EtcdFailure.noLeader("").mayHaveBeenApplied)
  }
}
