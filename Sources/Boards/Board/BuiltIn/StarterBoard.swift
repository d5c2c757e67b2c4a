extension Board {
  /// A board to start with. It runs anywhere, and shows other options in comments.
  public static let starterText = #"""
    # A board for signalbox. Run `signalbox` in its directory; `signalbox check` validates it.
    title: My board

    actions:
      hello:
        key: s # press s, or choose it with the arrows and press Enter; letters that the panel uses are in ?
        title: Say hello
        run: echo "Hello, $USER"

      count:
        key: c
        title: Count to ten
        run: for n in 1 2 3 4 5 6 7 8 9 10; do echo "[$n/10]"; sleep 0.3; done
        progress: '\[(\d+)/(\d+)\]' # two groups are n of m, one is a percentage
        timeout: 1m

      report:
        key: r # refused until the counting has succeeded: r says what it needs
        title: Report the count
        run: [echo, the counting is done] # a list is a program and its arguments, without a shell
        enabled-if: count.succeeded && !count.running # .failed .idle .ready .asks .age .value; && || ! ( )

      free-space:
        title: Free space
        run: df -P -h . | awk 'NR == 2 { print $4 " free" }'
        every: 10s # runs by itself, without a spinner
        quiet: true

    # Remove the number signs of what you need.

      # website: # a probe: the status of a response, and its content
      #   title: Is the website there?
      #   http: { url: 'http://localhost:8080/health', expect: 2xx, contains: ok, timeout: 5s }
      #   # https: ca: FILE or insecure: true for a certificate of your own, expires-in: 14d
      #   every: 30s
      #   failures-before-error: 3
      #   error: { priority: high, reset: 1m }

      # build: # its success counts only for these files: when one of them changes, build.succeeded holds no more
      #   run: make
      #   inputs: ['src/**', Makefile, '!**/*.md'] # build.fresh: it is up to date
      #   watch: true # runs by itself after each change, while a panel is open

      # database:
      #   tcp: localhost:5432
      #   every: 10s
      #   quiet: true

      # server: # a service: starts when the board is opened, and again when it crashes
      #   run: ./server.sh
      #   service: true
      #   start: with-board
      #   ready: { http: 'http://localhost:8080/health' } # or line, tcp, delay
      #   restart: { when: failure, backoff: 1s..30s, limit: 5 } # or always, never
      #   liveness: { http: 'http://localhost:8080/health', every: 10s, failures: 3 } # it is started again, too
      #   stop: { signal: INT, grace: 30s } # and command: ./stop.sh

      # staging: # has a terminal of its own: the press that starts it enters it, and Ctrl-] comes back
      #   key: f2
      #   run: [ssh, staging]
      #   terminal: full # otherwise output: it prints as for a person, and cannot ask; or none: a pipe
      #   enter: when-pressed # as for ssh, shells and editors by themselves; on-request: the next press enters it
      #   notify: asks # its row shows what it asks, such as a password, and i answers

      # release: # a text that is typed before it starts, a description, variables, and a file with the output
      #   description: Builds and publishes a version
      #   run: ./release.sh "$INPUT"
      #   input: { prompt: Version, matches: '^\d+\.\d+$' }
      #   env: { TARGET: 'http://localhost:${PORT:-8080}' } # PORT of the environment, or 8080
      #   log: release.log

      # deploy: # several buttons for one command, a question, and retries
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
