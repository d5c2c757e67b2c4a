internal import Board
internal import Essentials

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The values of an expression at one moment, as Prometheus returns them.
struct QueryAnswer: Sendable, Equatable {
  /// The value of a series.
  struct Sample: Sendable, Equatable {
    /// The labels of the series, such as `{instance="a:9100"}`; empty for none.
    var series = ""
    var number: Double

    /// The sample as it is printed.
    var text: String { series.isEmpty ? QueryAnswer.text(number) : "\(series) \(QueryAnswer.text(number))" }
  }

  /// The values, in the order of the server.
  var samples: [Sample]

  init(samples: [Sample]) { self.samples = samples }

  /// Reads the body of an answer.
  init(_ body: [UInt8]) throws(JobFailure) {
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else {
      throw .unexpectedJSON("the answer is not that of a Prometheus")
    }
    switch answer.data {
    case .samples(let samples): self.samples = samples
    case .other("matrix"):
      throw .unexpectedJSON("the expression gives a range of time, and not a value at one moment")
    case .other(let type): throw .unexpectedJSON("the expression gives a \(type), and not a number")
    }
  }

  private struct Answer: Decodable {
    enum Content: Decodable {
      case samples([Sample])
      case other(String)

      enum Key: CodingKey {
        case resultType, result
      }

      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        switch try members.decode(String.self, forKey: .resultType) {
        case "vector":
          self = .samples(
            try members.decode([Series].self, forKey: .result).map {
              Sample(series: $0.name, number: $0.value.number)
            })
        case "scalar":
          self = .samples([Sample(number: try members.decode(Point.self, forKey: .result).number)])
        case let type: self = .other(type)
        }
      }
    }

    let data: Content
  }

  private struct Series: Decodable {
    let metric: [String: String]
    let value: Point

    /// The series as Prometheus writes it.
    var name: String {
      let labels = metric.filter { $0.key != "__name__" }.sorted { $0.key < $1.key }
      let text = labels.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
      return (metric["__name__"] ?? "") + (labels.isEmpty ? "" : "{\(text)}")
    }
  }

  /// A time, which is that of the request, and a number as text.
  private struct Point: Decodable {
    let number: Double

    init(from decoder: any Decoder) throws {
      var elements = try decoder.unkeyedContainer()
      _ = try elements.decode(Double.self)
      let text = try elements.decode(String.self)
      guard let number = Double(text) else {
        throw DecodingError.dataCorruptedError(in: elements, debugDescription: "not a number")
      }
      self.number = number
    }
  }

  /// A number with four significant digits at least.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Inf" : "+Inf" }
    let digits = number == 0 ? 0 : max(0, 3 - Int(log10(abs(number)).rounded(.down)))
    guard digits <= 12 else { return "\(number)" }
    let power = pow(10, Double(digits))
    let rounded = (number * power).rounded() / power
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}

/// What an answer means for its action.
struct QueryVerdict: Sendable, Equatable {
  /// The worst of the values.
  var value: String
  /// Why it is a failure; nil if it is none.
  var failure: String?
  /// What it warns about; nil for nothing.
  var warning: String?

  /// - Parameter age: The age above which samples do not count; nil for that of the server.
  init(_ answer: QueryAnswer, of probe: QueryProbe, maximumAge age: Duration? = nil) {
    guard var worst = answer.samples.first else {
      value = "no data"
      failure = age.map { "no data in the last \($0.text)" } ?? "no data"
      return
    }
    // Nothing can be said of a number that is none.
    if let none = answer.samples.first(where: { $0.number.isNaN }) {
      value = "NaN"
      failure = "the value is not a number" + (none.series.isEmpty ? "" : ": \(none.series)")
      return
    }
    if let threshold = probe.fail ?? probe.warn {
      for sample in answer.samples where threshold.isWorse(sample.number, than: worst.number) {
        worst = sample
      }
    }
    value = QueryAnswer.text(worst.number)
    failure = Self.finding(answer, worst, probe.fail)
    warning = failure == nil ? Self.finding(answer, worst, probe.warn) : nil
  }

  /// What is said of the values beyond a threshold; nil if there are none.
  private static func finding(
    _ answer: QueryAnswer, _ worst: QueryAnswer.Sample, _ threshold: Threshold?
  ) -> String? {
    guard let threshold else { return nil }
    let beyond = answer.samples.filter { threshold.contains($0.number) }
    guard let shown = beyond.contains(worst) ? worst : beyond.first else { return nil }
    // A rounded number could be on the other side.
    let rounded = QueryAnswer.text(shown.number)
    let isRight = Double(rounded).map(threshold.contains) ?? true
    let text = "\(isRight ? rounded : "\(shown.number)") is \(threshold)"
    guard answer.samples.count > 1 else { return text }
    let others = beyond.count == 1 ? "" : ", and \(beyond.count - 1) more"
    return "\(text): \(shown.series)\(others)"
  }
}
