import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct AlertMatcherTests {
  @Test(arguments: [
    ("severity=page", #"severity="page""#), (#"severity="page""#, #"severity="page""#),
    (#" team =~ "web|shop" "#, #"team=~"web|shop""#), ("a!=b c", #"a!="b c""#), ("a!~b.*", #"a!~"b.*""#),
    (#"a="\"\\\n""#, #"a="\"\\\n""#), (#"a="""#, #"a="""#), ("_1=x", #"_1="x""#), ("a==b", #"a="=b""#),
  ])
  func `a matcher is a label, a relation and a value`(text: String, written: String) {
    #expect(AlertMatcher(text)?.description == written)
  }

  @Test(arguments: [
    "", "a", "a=", "=b", "1a=b", "a-b=c", "a:b", #"a="b"#, #"a="b"c"#, #"a="\x""#, "{a=b}", "a=b,c=d",
    #"a=b""#,
  ])
  func `other text is no matcher`(text: String) {
    #expect(AlertMatcher(text) == nil)
  }
}
