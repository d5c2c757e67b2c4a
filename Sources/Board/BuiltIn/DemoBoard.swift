extension Board {
  /// The board that is shown when there is no other: a simulated network that needs nothing outside.
  /// - Throws: Never, as long as the tests pass, which read it.
  public static func demo() throws(BoardError) -> Board {
    try parse(demoText, file: "demo.yml")
  }

  /// The file of the demo board, which is `examples/demo.yml` to the letter.
  public static let demoText = #"""
    # The board that signalbox shows when it finds no other: a simulated network. Nothing leaves this program.
    title: Signal box demo

    # The indicator waits before it appears, so that short requests do not make it flicker.
    network: { start-delay: 300ms, completion-delay: 200ms, minimum-visible: 500ms }

    actions:
      ping: # over before the indicator would appear
        title: Ping
        key: p
        simulate: { duration: 150ms, value: pong }

      sign-in:
        title: Sign in
        key: s
        simulate: { duration: 1500ms, value: session of demo }

      catalogue:
        title: Load the catalogue
        key: c
        simulate: { duration: 4s, value: 128 items }
        enabled-if: sign-in.succeeded

      images: # several requests at once; pressed again, it waits for its turn
        title: Fetch images
        key: i
        simulate: { duration: 3s, requests: 4, value: 12 images }
        enabled-if: catalogue.succeeded
        while-running: queue

      search: # pressed again, it starts anew
        title: Search
        key: f
        simulate: { duration: 2s, value: 3 results }
        enabled-if: catalogue.succeeded
        while-running: restart

      download: # reports progress
        title: Download the update
        key: d
        simulate: { duration: 8s, steps: 40, value: update 7.2 }
        enabled-if: sign-in.succeeded && !install.running

      install: # asks first, and only while nothing is being sent
        title: Install the update
        key: I
        confirm: Install update 7.2 now?
        simulate: { duration: 5s, steps: 20, value: version 7.2 }
        enabled-if: download.succeeded && !upload.running && !sync.running

      upload: # every second run fails, and the error goes away by itself
        title: Upload a report
        key: u
        simulate:
          duration: 2500ms
          steps: 10
          fail-every: 2
          failure: the server hung up
          value: report of today
        error: { priority: high, reset: 10s }

      sync: # every third run fails, and the error stays until a run succeeds
        title: Synchronise
        key: r
        simulate:
          duration: 1s
          requests: 2
          fail-every: 3
          failure: out of step with the server
          value: 42 changes
        error: { priority: low }
        timeout: 30s

    """#
}
