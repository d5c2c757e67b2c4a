extension Board {
  /// A board to begin with: it runs anywhere, and says in comments what else there is.
  public static let starterText = #"""
    # A board for signalbox. Run `signalbox` beside it; `signalbox check` says whether it is right.
    title: My board

    actions:
      hello:
        key: h # press h, or move there with Tab and press Enter
        title: Say hello
        run: echo "Hello, $USER"

      count:
        key: c
        title: Count to ten
        run: for n in 1 2 3 4 5 6 7 8 9 10; do echo "[$n/10]"; sleep 0.3; done
        progress: '\[(\d+)/(\d+)\]' # two groups are n of m, one is a percentage
        timeout: 1m

      after:
        key: e
        title: Only after counting
        run: [echo, the counting is done] # a list is a program and its arguments, without a shell
        enabled-if: count.succeeded && !count.running # .failed .idle .enabled .value .progress; && || ! ( )

      free-space:
        title: Free space
        run: df -P -h . | awk 'NR == 2 { print $4 " free" }'
        every: 10s # by itself, and quietly
        quiet: true

    # Take the number signs away from what you need.

      # website: # a probe: what answers, and what is in it
      #   title: Is the website there?
      #   http: { url: 'http://localhost:8080/health', expect: 2xx, contains: ok, timeout: 5s }
      #   every: 30s
      #   failures-before-error: 3
      #   error: { priority: high, reset: 1m }

      # database:
      #   tcp: localhost:5432
      #   every: 10s
      #   quiet: true

      # deploy: # several buttons for one command, a question, and more attempts
      #   title: Deploy
      #   run: ./deploy.sh "$INPUT"
      #   buttons:
      #     - { key: 1, title: Staging, input: staging }
      #     - { key: 2, title: Production, input: production }
      #   confirm: Deploy now?
      #   retry: { attempts: 3, backoff: 1s..30s }
      #   while-running: reject # or queue, restart, concurrent

    """#
}
