import Testing

@testable import Transfers

@Suite(.timeLimit(.minutes(15))) struct CertificateDateTests {
  @Test(arguments: [
    ("Expire date:Jan  1 00:00:00 1970 GMT", 0), ("Expire date:Nov  4 08:07:06 2026 GMT", 1_793_779_626),
    ("Expire date:Nov 24 00:00:00 2026 GMT", 1_795_478_400),
    ("expire date:2026-11-24 00:00:00 GMT", 1_795_478_400),
    ("Expire date:Dec 31 23:59:59 9999 GMT", 253_402_300_799),
  ])
  func `the end is read in the forms of both libraries`(line: String, seconds: Int64) {
    #expect(CertificateDate.end(inLine: line) == seconds)
  }

  @Test(arguments: [
    "", "Start date:Nov 24 00:00:00 2026 GMT", "Expire date:", "Expire date:GMT",
    "Expire date:Nov 24 00:00:00 2026", "Expire date:Nov 24 00:00 2026 GMT",
    "Expire date:Nox 24 00:00:00 2026 GMT", "Expire date:2026-11 00:00:00 GMT",
    "Expire date:2026-13-24 00:00:00 GMT", "Expire date:a-b-c 00:00:00 GMT", "Expire date:Bad time value",
    "Expire date:99999-11-24 00:00:00 GMT",
  ])
  func `other lines are not about the end`(line: String) {
    #expect(CertificateDate.end(inLine: line) == nil)
  }
}
