import Testing

@testable import Jobs

@Suite(.timeLimit(.minutes(15))) struct JobFailureTests {
  @Test(arguments: [
    (JobFailure.exitCode(2), "exit code 2"),
    (.signal(9), "ended by SIGKILL"),
    (.signal(63), "ended by signal 63"),
    (.cannotStart("no such file"), "cannot start: no such file"),
    (.timedOut(after: .seconds(600)), "timed out after 10m 00s"),
    (.timedOut(after: .seconds(5_400)), "timed out after 1h 30m"),
    (.timedOut(after: .milliseconds(250)), "timed out after 250 ms"),
    (.timedOut(after: .milliseconds(1_500)), "timed out after 1.5 s"),
    (.timedOut(after: .milliseconds(12_500)), "timed out after 12 s"),
    (.certificateExpires(in: .seconds(3 * 86_400)), "the certificate expires in 3 days"),
    (.certificateExpires(in: .seconds(2 * 86_400 - 1)), "the certificate expires in 47 hours"),
    (.certificateExpires(in: .seconds(7_199)), "the certificate expires in 119 minutes"),
    (.certificateExpires(in: .seconds(119)), "the certificate expires in 119 seconds"),
    (.certificateExpires(in: .seconds(1)), "the certificate expires in 1 second"),
    (.certificateExpires(in: .seconds(0)), "the certificate has expired"),
    (.certificateExpires(in: .seconds(-99)), "the certificate has expired"),
    (.noCertificate, "the answer came without a certificate"),
    (.simulated("the server hung up"), "the server hung up"),
  ])
  func `each failure has a short description`(failure: JobFailure, text: String) {
    #expect(failure.description == text)
  }
}
