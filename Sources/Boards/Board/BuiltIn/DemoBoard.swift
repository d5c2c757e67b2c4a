extension Board {
  /// The board that is shown if there is no other: simulated requests, which do not use the network.
  /// - Throws: Never. The tests parse it.
  public static func demo() throws(BoardError) -> Board {
    try parse(demoText, file: "demo.yml")
  }

  /// The file of the demo board, which is identical to `examples/demo.yml`.
  public static let demoText = #"""
    # The board that signalbox shows if it finds no other. All requests are simulated.
    title: Signal box demo

    # Indicators appear after a delay, so that they do not flash during short runs, and remain for another one, so that they
    # do not blink between two. These are the defaults.
    network: { start-delay: 1s, completion-delay: 200ms }

    actions:
      ping:
        title: Ping
        key: p
        description: 'Ends before the indicators appear: they wait for 1 s, and remain for 0.2 s'
        simulate: { duration: 150ms, value: pong }

      sign-in:
        title: Sign in
        key: s
        description: Unlocks the catalogue and the download
        simulate: { duration: 1500ms, value: session of demo }

      catalogue:
        title: Load the catalogue
        key: c
        description: Unlocks the images and the search
        simulate: { duration: 4s, value: 128 items }
        enabled-if: sign-in.succeeded

      images:
        title: Fetch images
        key: i
        description: Several requests at the same time; another press queues a run
        simulate: { duration: 3s, requests: 4, value: 12 images }
        enabled-if: catalogue.succeeded
        while-running: queue

      search:
        title: Search
        key: S
        description: Another press restarts it
        simulate: { duration: 2s, value: 3 results }
        enabled-if: catalogue.succeeded
        while-running: restart

      download:
        title: Download the update
        key: d
        description: Reports its progress
        simulate: { duration: 8s, steps: 40, value: update 7.2 }
        enabled-if: sign-in.succeeded && !install.running

      install:
        title: Install the update
        key: I
        description: Asks before it starts, and is locked while data is sent
        confirm: Install update 7.2 now?
        simulate: { duration: 5s, steps: 20, value: version 7.2 }
        enabled-if: download.succeeded && !upload.running && !sync.running

      upload:
        title: Upload a report
        key: u
        description: Every second run fails, and the error disappears by itself
        simulate:
          duration: 2500ms
          steps: 10
          fail-every: 2
          failure: the server hung up
          value: report of today
        error: { priority: high, reset: 10s }

      sync:
        title: Synchronise
        key: r
        description: Every third run fails, and the error remains until a run succeeds
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
