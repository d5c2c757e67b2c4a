/*
 * How two boxes start shared actions through etcd, as a model for spin. README.md says what is shown; Sources/Cluster
 * is the code.
 *
 * There are two actions. Each one's guard forbids it while the other one runs, and action 0 also needs that the last
 * run of action 1 has not failed.
 *
 * Each of these macros makes one mistake, and `run` checks that spin finds it:
 *
 *   OWN_KEY_ONLY      a claim compares only the key that it writes
 *   LEASE_BOUND       a claim expires with the lease of its box, which can be paused
 *   NO_PREFIX         a claim does not compare the range in which the other action's run would be
 *   NO_LAST           a claim does not compare the last result that its guard has read
 *   NO_READ           a box whose claim has no answer starts without reading
 */

#ifndef PRESSES
#define PRESSES 2       /* how often each box presses */
#endif
#ifndef SILENCES
#define SILENCES 2      /* how many requests get no answer */
#endif
#ifndef KILLS
#define KILLS 1         /* how many boxes are killed */
#endif

#define MEMBERS 2
#define SLOTS 2         /* requests of a box that can be on their way */
#define REQUESTS (MEMBERS * SLOTS)

/* The names of runs: 0 is none. */
#define RUN(member, press) (1 + (member) * PRESSES + (press))
#define MEMBER_OF(run) (((run) - 1) / PRESSES)

/* A request. */
#define FREE 0
#define SENT 1          /* on its way, also when the box waits no longer */
#define DONE 2          /* its conditions held */
#define FAILED 3

#define CLAIM 0
#define RELEASE 1

#define WELL 0
#define BADLY 1

/* What etcd stores. */
byte revision = 1;
byte held[2];            /* the run under the key of each action */
byte created[2];        /* its create revision */
bit last = WELL;        /* the last result of action 1 */
byte lastRevision = 0;

/* The requests. */
byte state[REQUESTS];
bit isWaited[REQUESTS];
bit kind[REQUESTS];
bit target[REQUESTS];       /* the action */
byte name[REQUESTS];    /* claim: the run; release: 1 if there is a result */
byte seen[REQUESTS];    /* claim: the revision of the read; release: the fence */
byte seenLast[REQUESTS];
bit result[REQUESTS];

byte commands[2];       /* how many commands of each action really run */
byte commandOf[MEMBERS];  /* 1 + the action whose command the box runs */
bool isKilled[MEMBERS];
byte silences = SILENCES;
byte kills = KILLS;

/* What a claim compares besides the key that it writes, and what a release compares. */
#if defined(OWN_KEY_ONLY) || defined(NO_PREFIX)
#define RANGE_HOLDS(r) true
#else
#define RANGE_HOLDS(r) (held[1 - target[r]] == 0 || created[1 - target[r]] <= seen[r])
#endif
#if defined(OWN_KEY_ONLY) || defined(NO_LAST)
#define LAST_HOLDS(r) true
#else
#define LAST_HOLDS(r) (target[r] == 1 || lastRevision == seenLast[r])
#endif
#define FENCE_HOLDS(r) (created[target[r]] == seen[r])

/* etcd performs a request: all of this is one transaction. */
inline perform(r) {
  d_step {
    state[r] = FAILED;
    if
    :: kind[r] == CLAIM ->
      if
      :: held[target[r]] == 0 && RANGE_HOLDS(r) && LAST_HOLDS(r) ->
        revision++;
        held[target[r]] = name[r];
        created[target[r]] = revision;
        seen[r] = revision;
        /* What the guard needs holds at this moment. */
        assert(target[r] == 1 || last == WELL);
        state[r] = DONE
      :: else
      fi
    :: else ->
      if
      :: held[target[r]] != 0 && FENCE_HOLDS(r) ->
        revision++;
        held[target[r]] = 0;
        created[target[r]] = 0;
        if
        :: name[r] && target[r] == 1 -> last = result[r]; lastRevision = revision
        :: else
        fi;
        state[r] = DONE
      :: else
      fi
    fi;
    /* The box may wait no longer. */
    if
    :: !isWaited[r] -> state[r] = FREE
    :: else
    fi
  }
}

/* Requests arrive in any order, at any time, or not at all. */
active proctype Etcd() {
  byte r;
end:
  do
  :: atomic {
      if
      :: state[0] == SENT -> r = 0
      :: state[1] == SENT -> r = 1
      :: state[2] == SENT -> r = 2
      :: state[3] == SENT -> r = 3
      fi;
      if
      :: perform(r)
      :: !isWaited[r] -> state[r] = FREE
      fi;
      r = 0
    }
  od
}

/* Uses a request that is free. */
inline send(aKind, aName, aSeen, aLast, aResult) {
  atomic {
    if
    :: state[self * SLOTS] == FREE -> r = self * SLOTS
    :: state[self * SLOTS + 1] == FREE -> r = self * SLOTS + 1
    fi;
    kind[r] = aKind; target[r] = action; name[r] = aName; seen[r] = aSeen; seenLast[r] = aLast; result[r] = aResult;
    isWaited[r] = 1;
    state[r] = SENT
  }
}

/* No answer: nothing is known about the request. */
inline give_up() {
  silences--;
  isWaited[r] = 0;
  if
  :: state[r] != SENT -> state[r] = FREE
  :: else
  fi
}

inline give_back(hasResult) {
  do
  :: send(RELEASE, hasResult, fence, 0, ended);
    if
    :: atomic { state[r] == DONE || state[r] == FAILED -> state[r] = FREE; break }
    :: atomic { silences > 0 -> give_up() }
    fi
  od
}

#ifdef NO_READ
#define AFTER_SILENCE granted
#else
#define AFTER_SILENCE ask
#endif

proctype Member(byte self) provided (!isKilled[self]) {
  byte press = 0, fence = 0, r = 0, read = 0, readLast = 0;
  bit action = 0, ended = WELL;

  do
  :: press < PRESSES ->
    if
    :: action = 0
    :: action = 1
    fi;
ask:
    /* A linearizable read of everything that the guard depends on. */
    atomic {
      read = revision;
      readLast = lastRevision;
      if
      :: held[action] == RUN(self, press) -> fence = created[action]; goto granted
      :: held[action] != 0 && held[action] != RUN(self, press) && MEMBER_OF(held[action]) == self ->
        /* A claim of an earlier press that came late. */
        fence = created[action]; goto withdraw
      :: held[action] != 0 && MEMBER_OF(held[action]) != self -> goto refused
      /* Also if its box is gone: unknown is occupied. */
      :: held[action] == 0 && (held[1 - action] != 0 || (action == 0 && last == BADLY)) -> goto refused
      :: held[action] == 0 && held[1 - action] == 0 && (action == 1 || last == WELL) -> skip
      fi
    }
    send(CLAIM, RUN(self, press), read, readLast, 0);
    if
    :: atomic { state[r] == DONE -> fence = seen[r]; state[r] = FREE; goto granted }
    :: atomic { state[r] == FAILED -> state[r] = FREE }
      /* Reads again, or has lost too often. */
      if
      :: goto ask
      :: goto refused
      fi
    :: atomic { silences > 0 -> give_up() }
      goto AFTER_SILENCE
    fi;

granted:
    /* The facts of its own host may have changed. */
    if
    :: goto withdraw
    :: skip
    fi;
    atomic {
      assert(commands[0] == 0 && commands[1] == 0);
      commands[action]++;
      commandOf[self] = 1 + action
    }
    atomic {
      commands[action]--;
      commandOf[self] = 0;
      if
      :: ended = WELL
      :: action == 1 -> ended = BADLY
      fi
    }
    give_back(1);
    goto refused;

withdraw:
    give_back(0);

refused:
    atomic { press++; fence = 0; read = 0; readLast = 0; r = 0; ended = WELL; action = 0 }
  :: else -> break
  od
}

/* Kills a box: its keeper ends its command. Requests that are on their way arrive nevertheless. */
active proctype Killer() {
  byte victim = 0;
  do
  :: atomic {
      kills > 0 ->
      if
      :: victim = 0
      :: victim = 1
      fi;
      kills--;
      isKilled[victim] = true;
      if
      :: commandOf[victim] != 0 -> commands[commandOf[victim] - 1]--; commandOf[victim] = 0
      :: else
      fi;
      isWaited[victim * SLOTS] = 0;
      isWaited[victim * SLOTS + 1] = 0;
      victim = 0
    }
  :: break
  od
}

#define IS_THE_LOST_RUN (created[action] == fence)

/* A person who has made sure that a box is dead takes over its run. */
active proctype Person() {
  byte fence = 0;
  bit action = 0;
end:
  do
  :: atomic {
      held[0] != 0 && isKilled[MEMBER_OF(held[0])] -> action = 0; fence = created[0]
    }
    goto takeover
  :: atomic {
      held[1] != 0 && isKilled[MEMBER_OF(held[1])] -> action = 1; fence = created[1]
    }
takeover:
    atomic {
      if
      :: held[action] != 0 && IS_THE_LOST_RUN ->
        revision++;
        held[action] = 0;
        created[action] = 0
      :: else
      fi;
      fence = 0; action = 0
    }
  od
}

#ifdef LEASE_BOUND
/* A box is paused for longer than its lease. */
active proctype Expiry() {
  atomic {
    if
    :: held[0] != 0 -> held[0] = 0; created[0] = 0
    :: held[1] != 0 -> held[1] = 0; created[1] = 0
    fi;
    revision++
  }
}
#endif

init {
  atomic {
    run Member(0);
    run Member(1)
  }
}
