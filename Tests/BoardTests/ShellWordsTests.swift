import Board
import Testing

@Suite(.timeLimit(.minutes(15))) struct ShellWordsTests {
  private typealias Invocation = CommandDefinition.Invocation

  @Test(arguments: [
    "cd a\nmake", "make\n\n# comment\nmake test", "set -x\nmake", "for x in *; do\n  a $x\n  b $x\ndone",
    "cat <<END\nset -e\nEND\nmake", "echo 'set -e'\nmake", "a | b\nc",
  ])
  func `several commands in a shell go on after a failure`(text: String) {
    #expect(Invocation.shell(text).goesOnAfterFailure)
    #expect(Invocation.text(text, shell: ["/bin/bash", "-uo", "pipefail", "-c"]).goesOnAfterFailure)
    #expect(Invocation.script("#!/bin/sh\n" + text, interpreter: ["/bin/sh"]).goesOnAfterFailure)
    #expect(
      Invocation.script("#!/usr/bin/env bash\n" + text, interpreter: ["/usr/bin/env", "bash"])
        .goesOnAfterFailure)
  }

  @Test(arguments: [
    "make", "make\n", "# a\nmake", "a &&\n  b", "a |\n  b", "a \\\n  --long", "echo 'one\ntwo'",
    "cat <<END\none\ntwo\nEND", "set -e\na\nb", "set -euo pipefail\na\nb", "# x\nset -o errexit; a\nb",
    "if a; then\n  b\nfi",
  ])
  func `one command, and those with set -e, do not`(text: String) {
    #expect(!Invocation.shell(text).goesOnAfterFailure)
  }

  @Test(arguments: [
    ["bash", "-euo", "pipefail", "-c"], ["bash", "-o", "errexit", "-c"], ["sh", "-ec"], ["python3", "-c"],
    ["/usr/bin/env", "-S", "bash", "-e", "-c"], ["fish", "-c"],
  ])
  func `shells that end, and other interpreters, do not`(shell: [String]) {
    #expect(!Invocation.text("a\nb", shell: shell).goesOnAfterFailure)
    #expect(!Invocation.script("#!x\na\nb", interpreter: shell).goesOnAfterFailure)
    #expect(!Invocation.arguments(["a\nb"]).goesOnAfterFailure)
  }
}
