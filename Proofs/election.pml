/*
 * How two front ends and the boxes of a board find each other, as a model for spin. README.md says what is shown;
 * Sources/System/Rendezvous is the code.
 *
 * Each of these macros makes one mistake, and `run` checks that spin finds it:
 *
 *   BIND_WITHOUT_LOCK    a box takes over the socket although another one holds the lock
 *   UNLOCK_BEFORE_CLOSE  a box that leaves releases the lock before its last steps
 *   LOCK_IN_BOX_ONLY     the keeper does not hold the lock, neither its file nor its name
 *   NO_NAME              the lock is only a file, which can be deleted
 *   BEGIN_WITHOUT_NAME   a box that has waited for the name of an earlier one begins without it
 *   WAIT_AFTER_END       a front end does not begin again when it reads end of file instead of an answer
 *   NO_WATCH             a box does not create its socket again
 */

#ifndef ASKS
#define ASKS 1          /* how often each front end asks */
#endif
#ifndef DELETIONS
#define DELETIONS 1     /* how often the socket or its directory is deleted */
#endif
#ifndef LOCK_DELETIONS
#define LOCK_DELETIONS 1 /* how often the file of the lock is deleted */
#endif
#ifndef KILLS
#define KILLS 1         /* how often a box is killed */
#endif
#ifndef EARLY
#define EARLY 1         /* how often a box leaves without having answered a front end */
#endif

#define FRONT_ENDS 2
#define BOXES 2
#define NOBODY 2

/* A connection of a front end. */
#define NONE 0
#define QUEUED 1        /* waits until the box accepts it */
#define ACCEPTED 2      /* waits for the answer */
#define ANSWERED 3
#define ENDED 4         /* end of file instead of an answer */

/* The process of a box. */
#define FREE 0          /* there is none: its number can be used */
#define ALIVE 1
#define KILLED 2

/* What the kernel knows. */
byte path = NOBODY;             /* the box whose listener the path of the socket leads to */
byte locked = NOBODY;           /* the box that has locked the file at the path of the lock */
byte named = NOBODY;            /* the box that has the name of the board */
bool keeperHolds[BOXES];        /* the keeper of the box has file and name open, too */
bool listens[BOXES];            /* the listener of the box is open */
byte connection[FRONT_ENDS];
byte server[FRONT_ENDS];        /* the box at the other end */

byte process[BOXES];
bool isActive[BOXES];           /* the box may start commands and change the socket */
bool hasCommand[BOXES];

byte answered = 0;
byte deletions = DELETIONS;
byte lockDeletions = LOCK_DELETIONS;
byte kills = KILLS;
byte early = EARLY;

#define WAITS(front, box) (server[front] == box && (connection[front] == QUEUED || connection[front] == ACCEPTED))
#define ANY_WAITS(box) (WAITS(0, box) || WAITS(1, box))

/* There is one box, and no command of another one. */
#define ASSERT_ALONE(box) assert(!isActive[1 - box] && !hasCommand[1 - box])

/* All that a process has locked is free. */
inline unlock(box) {
  if
  :: locked == box -> locked = NOBODY
  :: else
  fi;
  if
  :: named == box -> named = NOBODY
  :: else
  fi
}

inline end_of_file(front, box) {
  if
  :: WAITS(front, box) -> connection[front] = ENDED; server[front] = 0
  :: else
  fi
}

proctype FrontEnd(byte self) {
  byte target = NOBODY;
  byte asks = ASKS;

again:
  /* Connecting takes two steps: by the second one, the listener that the path led to can be closed. */
  target = path;
  atomic {
    if
    :: target != NOBODY && listens[target] ->
      connection[self] = QUEUED;
      server[self] = target;
      target = NOBODY;
      goto wait
    :: else -> target = NOBODY
    fi
  }
  /* Nothing was reached. Starts a box, or waits for one that has been started. */
  atomic {
    if
    :: process[0] == FREE -> process[0] = ALIVE
    :: process[0] != FREE && process[1] == FREE -> process[1] = ALIVE
    :: else
    fi;
    goto again
  }
wait:
  atomic {
    if
    :: connection[self] == ANSWERED ->
      connection[self] = NONE;
      server[self] = 0;
      answered++;
      asks--;
      if
      :: asks > 0 -> goto again
      :: else
      fi
#ifndef WAIT_AFTER_END
    :: connection[self] == ENDED ->
      connection[self] = NONE;
      goto again
#endif
    fi
  }
}

proctype Box(byte self) {
  bool hasServed = false;
  bool hasRun = false;

endFree:
  process[self] == ALIVE;
  {
    atomic {
      if
#ifdef BIND_WITHOUT_LOCK
      :: true -> locked = self; named = self
#else
      :: locked == NOBODY -> locked = self
#endif
      /* After some time of waiting. */
      :: locked != NOBODY -> goto ended
      fi
    }
    /* The file may be a new one: another box may have locked one that was deleted. */
    atomic {
      if
#ifndef NO_NAME
      :: named == NOBODY -> named = self
      :: named == 1 - self -> unlock(self); goto ended
#ifdef BEGIN_WITHOUT_NAME
      :: named == 1 - self
#endif
#endif
#ifdef BIND_WITHOUT_LOCK
      :: named == self
#endif
#ifdef NO_NAME
      :: true
#endif
      fi;
      ASSERT_ALONE(self);
      isActive[self] = true
    }
#ifndef LOCK_IN_BOX_ONLY
    keeperHolds[self] = true;
#endif
    /* Binds to a temporary path and listens; then renames. */
    listens[self] = true;
    path = self;

endServing:
    do
    :: atomic { WAITS(0, self) && connection[0] == QUEUED -> connection[0] = ACCEPTED }
    :: atomic { WAITS(1, self) && connection[1] == QUEUED -> connection[1] = ACCEPTED }
    :: atomic { WAITS(0, self) && connection[0] == ACCEPTED -> connection[0] = ANSWERED; hasServed = true }
    :: atomic { WAITS(1, self) && connection[1] == ACCEPTED -> connection[1] = ANSWERED; hasServed = true }
    :: atomic { hasServed && !hasRun -> ASSERT_ALONE(self); hasRun = true; hasCommand[self] = true }
    :: hasCommand[self] -> hasCommand[self] = false
#ifndef NO_WATCH
    :: path != self -> path = self
    :: locked == NOBODY -> locked = self
#endif
    :: atomic {
        !hasCommand[self] && !ANY_WAITS(self) && (hasServed || early > 0) ->
        if
        :: hasServed
        :: else -> early--
        fi;
        goto leaving
      }
    od;

leaving:
#ifdef UNLOCK_BEFORE_CLOSE
    atomic { unlock(self) };
#endif
    /* No front end finds the path from now on; one that has found it before can still connect. */
    if
    :: path == self -> path = NOBODY
    :: else
    fi;
    atomic { end_of_file(0, self); end_of_file(1, self) };
    atomic { listens[self] = false; end_of_file(0, self); end_of_file(1, self) };
    isActive[self] = false;
#ifndef UNLOCK_BEFORE_CLOSE
    atomic { keeperHolds[self] = false; unlock(self) };
#endif
    goto ended
  } unless { process[self] == KILLED };

ended:
  /* The process has ended: the kernel closes all that it had open. The keeper still has the lock. */
  atomic {
    listens[self] = false;
    end_of_file(0, self);
    end_of_file(1, self);
    isActive[self] = false;
    hasServed = false;
    hasRun = false;
    if
    :: !keeperHolds[self] -> unlock(self)
    :: else
    fi
  }
  /* The keeper ends the commands, then closes the lock. */
  hasCommand[self] = false;
  atomic {
    keeperHolds[self] = false;
    unlock(self);
    process[self] = FREE;
    goto endFree
  }
}

/* Deletes the socket and the lock and kills boxes, at any time or never. */
proctype Adversary() {
  do
  :: atomic { lockDeletions > 0 && locked != NOBODY -> lockDeletions--; locked = NOBODY }
  :: atomic { deletions > 0 && path != NOBODY -> deletions--; path = NOBODY }
  :: atomic { kills > 0 && process[0] == ALIVE -> kills--; process[0] = KILLED }
  :: atomic { kills > 0 && process[1] == ALIVE -> kills--; process[1] = KILLED }
  :: break
  od
}

init {
  atomic {
    run FrontEnd(0);
    run FrontEnd(1);
    run Box(0);
    run Box(1);
    run Adversary()
  }
}

/* Every front end gets all of its answers. */
ltl everyAskIsAnswered { <> (answered == FRONT_ENDS * ASKS) }
