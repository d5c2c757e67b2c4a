import Board
import Configuration
import TestSupport
import Testing

@testable import Projects

@Suite(.timeLimit(.minutes(15))) struct MakeReaderTests {
  @Test func `phony targets and those with help are shown, with their texts, in their order`() throws {
    let found = Found([
      "Makefile": """
      CC := gcc
      OBJ = a.o b.o
      .PHONY: build test \\
        clean
      # Build everything
      build: $(OBJ)
      \tnpm run build
      test: VAR = 1
      test: build ; echo hi
      deploy: ## Put it on the server
      \t./deploy
      hidden: build
      a.o: a.c
      \tcc $<
      %.o: %.c
      $(DYNAMIC): x
      clean::
      \trm -rf out
      define HELP
      fake: not a rule
      endef
      ifeq ($(X),1)
      url := http://x
      endif
      """
    ])
    #expect(found.ids == ["build", "test", "deploy", "clean"])
    try expectEqual(found.words("build"), ["make", "build"])
    try expectEqual(found.action("build").notes.summary, "Build everything")
    try expectEqual(found.action("deploy").notes.summary, "Put it on the server")
    #expect(try found.action("deploy").confirmation != nil)
    try expectEqual(found.action("clean").confirmation, nil)
    #expect(
      found.remarks == [
        "Makefile:15: 2 rules without a fixed name: patterns, and names that make computes, are no buttons"
      ])
  }

  @Test func `without phony targets, plain words are shown`() {
    let found = Found([
      "Makefile": "all: main.o\n\tcc\nmain.o: main.c\n\tcc\nlib/x: y\n\tcc\ninstall:\n\tcp\nv: X = 1\n"
    ])
    #expect(found.ids == ["all", "install"])
  }

  @Test func `a name has the colon that a backslash keeps from ending it`() {
    let found = Found([
      "Makefile": ".PHONY: test\\:unit\ntest\\:unit test\\:all: test\n\ttrue\ntest\\:all: ## All\n"
    ])
    #expect(found.ids == ["test_unit", "test_all"], "\(found.ids)")
    #expect(found.remarks == [], "\(found.remarks)")
  }

  @Test func `included files are read, and those outside, computed and missing ones are said`() {
    let found = Found([
      "Makefile": "include a.mk ../b.mk $(X).mk c.mk\n-include d.mk\n.PHONY: one\none:\n",
      "a.mk": "include Makefile\ntwo: ## Two\n",
    ])
    #expect(Set(found.ids) == ["one", "two"])
    #expect(found.remarks.contains { $0.hasPrefix("Makefile:1: ../b.mk: a file outside") })
    #expect(found.remarks.contains("Makefile:1: c.mk: there is no such file"))
    #expect(!found.remarks.contains { $0.contains("d.mk") })
  }
}
