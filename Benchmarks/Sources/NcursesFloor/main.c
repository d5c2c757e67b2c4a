// The least that a program on ncurses needs for a key: a list of four rows whose focus the arrows move, a
// heading that names it, and a spinner. The panel's keys are compared with it.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdlib.h>

static const char *const titles[] = {"sleep", "build", "test", "deploy"};
static const char *const frames[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
enum { count = 4, frame_count = 10, frame_milliseconds = 80 };

static void draw(int focus) {
  for (int row = 0; row < count; row++) {
    mvprintw(row + 2, 2, "%s %s", row == focus ? "▸" : " ", titles[row]);
  }
  mvprintw(count + 3, 2, "── Output of %s ────", titles[focus]);
}

int main(void) {
  int focus = 0;
  setlocale(LC_ALL, "");
  initscr();
  noecho();
  cbreak();
  keypad(stdscr, TRUE);
  curs_set(0);
  timeout(frame_milliseconds);
  draw(focus);
  for (int frame = 0;; frame++) {
    mvaddstr(0, 2, frames[frame % frame_count]);
    refresh();
    switch (getch()) {
    case KEY_DOWN: focus += focus < count - 1; break;
    case KEY_UP: focus -= focus > 0; break;
    case 'q': endwin(); return EXIT_SUCCESS;
    default: continue;
    }
    draw(focus);
  }
}
