#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Opens the side of a program, or returns -1 and sets errno.
static int open_program_side(int master) {
  const int flags = O_RDWR | O_NOCTTY | O_CLOEXEC;
#ifdef TIOCGPTPEER
  // Needs no path: where another file system of terminals is mounted, a path may lead to another terminal.
  int side = ioctl(master, TIOCGPTPEER, flags);
  if (side >= 0 || errno == EMFILE || errno == ENFILE) return side;
#endif
  if (grantpt(master) != 0) return -1;
  char name[128];
#ifdef __GLIBC__
  int error = ptsname_r(master, name, sizeof name);
#else
  int error = ptsname_r(master, name, sizeof name) == 0 ? 0 : errno;
#endif
  if (error != 0) {
    errno = error;
    return -1;
  }
  return open(name, flags);
}

int terminal_open(int ends[2], unsigned short columns, unsigned short rows, int converts_newlines) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0) return -1;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  int side = unlockpt(master) == 0 ? open_program_side(master) : -1;
  if (side < 0) {
    int error = errno;
    close(master);
    errno = error;
    return -1;
  }
  struct termios modes;
  if (tcgetattr(side, &modes) == 0) {
    if (!converts_newlines) modes.c_oflag &= ~(tcflag_t)OPOST;
#ifdef IUTF8
    modes.c_iflag |= IUTF8;
#endif
    tcsetattr(side, TCSANOW, &modes);
  }
  terminal_resize(master, columns, rows);
  ends[0] = master;
  ends[1] = side;
  return 0;
}

void terminal_resize(int descriptor, unsigned short columns, unsigned short rows) {
  struct winsize size = {.ws_col = columns, .ws_row = rows};
  ioctl(descriptor, TIOCSWINSZ, &size);
}

int terminal_name(int master, char *name, size_t size) {
#ifdef __GLIBC__
  return ptsname_r(master, name, size) == 0 ? 0 : -1;
#else
  return ptsname_r(master, name, size);
#endif
}
