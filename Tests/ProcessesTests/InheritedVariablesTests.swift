import Processes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct InheritedVariablesTests {
  private func variables(_ entries: [[UInt8]]) throws -> InheritedVariables {
    InheritedVariables(of: try ProcessContext(environment: entries, umask: 0o22, nice: 0, limits: []))
  }

  @Test func `a variable has the value of the context`() throws {
    let variables = try variables(["A=1", "AB=2", "C=", "D=a=b", "D=c", "E"].map { Array($0.utf8) })
    #expect(variables["A"] == "1")
    #expect(variables["AB"] == "2")
    #expect(variables["C"] == "")
    #expect(variables["D"] == "a=b")
    #expect(variables["E"] == nil)
    #expect(variables["F"] == nil)
    #expect(variables[""] == nil)
  }

  @Test func `a value that is no text is repaired`() throws {
    try expectEqual(variables([Array("A=".utf8) + [0xFF]])["A"], "\u{FFFD}")
  }

  @Test func `without a context this process counts`() {
    #expect(InheritedVariables(of: nil)["PATH"]?.isEmpty == false)
  }
}
