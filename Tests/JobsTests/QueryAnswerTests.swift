import Board
import TestSupport
import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct QueryAnswerTests {
  private func answer(_ type: String, _ result: String) throws -> QueryAnswer {
    try QueryAnswer(
      Array(#"{"status":"success","data":{"resultType":"\#(type)","result":\#(result)},"warnings":[]}"#.utf8))
  }

  private func probe(warn: String? = nil, fail: String? = nil) -> QueryProbe {
    QueryProbe(
      MonitoringServer(url: VariableText(literal: "http://a")), expression: "x",
      warn: warn.flatMap { Threshold($0) }, fail: fail.flatMap { Threshold($0) })
  }

  private func verdict(_ numbers: Double..., warn: String? = nil, fail: String? = nil) -> QueryVerdict {
    let samples = numbers.enumerated().map {
      QueryAnswer.Sample(series: numbers.count == 1 ? "" : "{i=\"\($0)\"}", number: $1)
    }
    return QueryVerdict(QueryAnswer(samples: samples), of: probe(warn: warn, fail: fail))
  }

  @Test func `a vector has a sample for each series`() throws {
    let answer = try answer(
      "vector",
      #"[{"metric":{"__name__":"up","job":"a","i":"1"},"value":[1.5,"1"]},{"metric":{},"value":[1,"-Inf"]}]"#)
    #expect(answer.samples.map(\.series) == [#"up{i="1",job="a"}"#, ""])
    #expect(answer.samples.map(\.number) == [1, -.infinity])
    #expect(answer.samples.map(\.text) == [#"up{i="1",job="a"} 1"#, "-Inf"])
  }

  @Test func `a scalar is a sample`() throws {
    try expectEqual(answer("scalar", #"[1700000000.1,"0.25"]"#).samples, [.init(number: 0.25)])
  }

  @Test(arguments: [
    ("matrix", "[]", "the expression gives a range of time, and not a value at one moment"),
    ("string", #"[1,"x"]"#, "the expression gives a string, and not a number"),
    ("vector", #"[{"metric":{},"value":[1,"x"]}]"#, "the answer is not that of a Prometheus"),
    ("vector", #"[{"metric":{}}]"#, "the answer is not that of a Prometheus"),
    ("scalar", "[]", "the answer is not that of a Prometheus"),
  ])
  func `other results are failures`(type: String, result: String, message: String) {
    #expect(throws: JobFailure.unexpectedJSON(message)) { try answer(type, result) }
  }

  @Test(arguments: ["", "{}", "[]", "<html></html>", #"{"status":"success"}"#])
  func `anything else is not the answer of a Prometheus`(body: String) {
    #expect(throws: JobFailure.unexpectedJSON("the answer is not that of a Prometheus")) {
      try QueryAnswer(Array(body.utf8))
    }
  }

  @Test(arguments: [
    (0, "0"), (1, "1"), (-3, "-3"), (0.85123456, "0.8512"), (12.3456, "12.35"), (123_456.789, "123457"),
    (0.000123456, "0.0001235"), (1e-20, "1e-20"), (1e300, "1e+300"), (.infinity, "+Inf"),
  ])
  func `numbers are shown with four significant digits`(number: Double, text: String) {
    #expect(QueryAnswer.text(number) == text)
  }

  @Test func `without thresholds a value is enough`() {
    let verdict = verdict(0.5)
    #expect((verdict.value, verdict.failure, verdict.warning) == ("0.5", nil, nil))
  }

  @Test func `a value beyond a threshold warns or fails`() {
    #expect(verdict(0.8, warn: "> 0.8", fail: "> 0.95").warning == nil)
    #expect(verdict(0.9, warn: "> 0.8", fail: "> 0.95").warning == "0.9 is > 0.8")
    #expect(verdict(0.9, warn: "> 0.8", fail: "> 0.95").failure == nil)
    #expect(verdict(0.97, warn: "> 0.8", fail: "> 0.95").failure == "0.97 is > 0.95")
    #expect(verdict(0.97, warn: "> 0.8", fail: "> 0.95").warning == nil)
  }

  @Test func `of several series the worst is shown`() {
    let high = verdict(1, 5, 4, fail: "> 3")
    #expect(high.value == "5")
    #expect(high.failure == #"5 is > 3: {i="1"}, and 1 more"#)
    let low = verdict(4, 1, 5, fail: "< 2")
    #expect(low.value == "1")
    #expect(low.failure == #"1 is < 2: {i="1"}"#)
    #expect(verdict(1, 0, fail: "== 0").failure == #"0 is == 0: {i="1"}"#)
  }

  @Test func `a rounded value is not on the other side of its threshold`() {
    #expect(verdict(0.950001, fail: "> 0.95").failure == "0.950001 is > 0.95")
  }

  @Test func `no data and no number are never healthy`() {
    #expect(verdict().failure == "no data")
    #expect(verdict(.nan).failure == "the value is not a number")
    #expect(verdict(1, .nan).failure == #"the value is not a number: {i="1"}"#)
    #expect(
      QueryVerdict(QueryAnswer(samples: []), of: probe(), maximumAge: .seconds(90)).failure
        == "no data in the last 1m 30s")
  }
}
