/*
 * How a box performs plans, as a model for spin. README.md says what is shown; Sources/Boards/Board/Plans/PlanProgress.swift
 * is the code.
 *
 * Lint and Build are commands, Db is a service. Build may not start while Lint runs. Lint has failed before. The plan 0
 * needs that Lint has not failed, that Build has succeeded, and that Db is ready; the plan 1 needs that Build has
 * succeeded. A stranger starts what may be started; runs fail, and the service ends.
 *
 * Each of these macros makes one mistake, and `run` checks that spin finds it:
 *
 *   NO_REST           an action is started although a step of its plan runs: Lint has "not failed" as soon as it runs
 *   AGAIN             a step that was started is started again
 *   NO_GUARD          a step is started without its guard
 *   DEAF              a plan does not see what others do
 */

#ifndef STRANGER
#define STRANGER 2      /* how often the stranger starts something */
#endif
#ifndef FAILURES
#define FAILURES 2      /* how many runs fail */
#endif
#ifndef DEATHS
#define DEATHS 1        /* how often the service ends by itself */
#endif

#define LINT 0
#define BUILD 1
#define DB 2

#define NONE 0
#define WELL 1
#define BADLY 2

#define GOES_ON 0
#define REACHED 1
#define STOPPED 2

bit runs[3];
bit ready;
byte result[3];
byte failures = FAILURES;
byte deaths = DEATHS;

/* The plans, and their steps. */
byte state[2];
bit changed[2];
bit pressed[6];
byte starts[6];
bit ended[6];

#define STEP(plan, action) ((plan) * 3 + (action))
#define SHOWN(plan, action) ((plan) == 0 || (action) == BUILD)

/* The part of a guard that is about an action, and the guards. */
#define HOLDS(action) ((action) == LINT && result[LINT] != BADLY || (action) == BUILD && result[BUILD] == WELL || (action) == DB && ready)
#define MAY(action) (!runs[action] && ((action) != BUILD || !runs[LINT]))
#define OPEN(plan) (HOLDS(BUILD) && ((plan) == 1 || HOLDS(LINT) && HOLDS(DB)))

#ifdef NO_REST
#define BUSY(plan) false
#else
#define BUSY(plan) (runs[BUILD] || (plan) == 0 && (runs[LINT] || runs[DB] && !ready))
#endif

inline tell() {
  changed[0] = 1;
  changed[1] = 1
}

inline start(action) {
  runs[action] = 1;
  result[action] = NONE;
  tell()
}

/* The end of the run of a step, as its plan sees it. */
inline tellEnd(action) {
  ended[STEP(0, action)] = pressed[STEP(0, action)];
  ended[STEP(1, action)] = pressed[STEP(1, action)]
}

inline look(plan, action) {
  if
  :: state[plan] == GOES_ON && pressed[STEP(plan, action)] && ended[STEP(plan, action)] && !runs[action] && !HOLDS(action) -> state[plan] = STOPPED
  :: else
  fi
}

inline press(plan, action) {
  if
  :: state[plan] == GOES_ON && SHOWN(plan, action) && !HOLDS(action) && !runs[action] ->
     if
#ifndef AGAIN
     :: pressed[STEP(plan, action)] -> state[plan] = STOPPED
#endif
     :: else ->
        if
#ifndef NO_GUARD
        :: !MAY(action) -> skip
#endif
        :: else ->
           assert(MAY(action));
           pressed[STEP(plan, action)] = 1;
           ended[STEP(plan, action)] = 0;
           starts[STEP(plan, action)]++;
           assert(starts[STEP(plan, action)] <= 1);
           start(action)
        fi
     fi
  :: else
  fi
}

proctype Plan(byte plan) {
  do
  :: atomic {
       state[plan] == GOES_ON && changed[plan] ->
       changed[plan] = 0;
#ifndef AGAIN
       look(plan, LINT);
       look(plan, BUILD);
       look(plan, DB);
#endif
       if
       :: state[plan] == GOES_ON && !BUSY(plan) && OPEN(plan) ->
          /* What the guard reads is the end of a run, and not its beginning. */
          assert(plan == 1 || !runs[LINT]);
          state[plan] = REACHED
       :: else ->
          press(plan, LINT);
          press(plan, BUILD);
          press(plan, DB)
       fi
     }
  :: state[plan] != GOES_ON -> break
  od
}

/* The end of the runs. */
proctype Runs() {
end:
  do
  :: atomic { runs[LINT] -> runs[LINT] = 0; result[LINT] = WELL; tellEnd(LINT); tell() }
  :: atomic { runs[LINT] && failures > 0 -> failures--; runs[LINT] = 0; result[LINT] = BADLY; tellEnd(LINT); tell() }
  :: atomic { runs[BUILD] -> runs[BUILD] = 0; result[BUILD] = WELL; tellEnd(BUILD); tell() }
  :: atomic { runs[BUILD] && failures > 0 -> failures--; runs[BUILD] = 0; result[BUILD] = BADLY; tellEnd(BUILD); tell() }
  :: atomic { runs[DB] && !ready -> ready = 1; tell() }
  :: atomic { runs[DB] && deaths > 0 -> deaths--; runs[DB] = 0; ready = 0; result[DB] = BADLY; tellEnd(DB); tell() }
  od
}

#ifdef DEAF
#define TELL skip
#else
#define TELL tell()
#endif

proctype Stranger() {
  byte left = STRANGER;
end:
  do
  :: atomic { left > 0 && MAY(LINT) -> left--; runs[LINT] = 1; result[LINT] = NONE; TELL }
  :: atomic { left > 0 && MAY(BUILD) -> left--; runs[BUILD] = 1; result[BUILD] = NONE; TELL }
  :: atomic { left > 0 && MAY(DB) -> left--; runs[DB] = 1; result[DB] = NONE; TELL }
  /* A run that the stranger cancels has no result. */
  :: atomic { left > 0 && runs[LINT] -> left--; runs[LINT] = 0; tellEnd(LINT); TELL }
  :: atomic { left > 0 && runs[BUILD] -> left--; runs[BUILD] = 0; tellEnd(BUILD); TELL }
  :: left == 0 -> break
  od
}

init {
  atomic {
    result[LINT] = BADLY;
    changed[0] = 1;
    changed[1] = 1;
    run Plan(0);
    run Plan(1);
    run Runs();
    run Stranger()
  }
}
