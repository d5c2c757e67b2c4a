// What Swift cannot import of curses, each thing once: macros with casts, macros with arguments, globals. Windows and
// screens are incomplete structs, so that Swift sees an OpaquePointer whatever the platform's header reveals.
#ifndef SIGNALBOX_CNCURSES_SHIM_H
#define SIGNALBOX_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <wchar.h>

struct CursesScreen;
struct CursesWindow;

// Life of the screen.

static inline struct CursesScreen *curses_open(const char *type) {
  return (struct CursesScreen *)newterm((char *)type, stdout, stdin);
}

static inline void curses_close(struct CursesScreen *screen) {
  delscreen((SCREEN *)screen);
}

/// The value of a string capability of terminfo; null if the terminal does not have it.
static inline const char *curses_capability(const char *capability) {
  const char *value = tigetstr((char *)capability);
  return value == (const char *)-1 ? 0 : value;
}

/// Empties a string capability, so that ncurses writes nothing for it, and returns its first byte; 0 if the terminal does
/// not have it. ncurses reads each capability from this memory whenever it needs it.
static inline char curses_silence(const char *capability) {
  char *value = (char *)curses_capability(capability);
  if (!value) return 0;
  const char first = value[0];
  value[0] = 0;
  return first;
}

/// Undoes `curses_silence`, which has returned this byte.
static inline void curses_unsilence(const char *capability, char first) {
  char *value = (char *)curses_capability(capability);
  if (value && first) value[0] = first;
}

// Drawing.

static inline struct CursesWindow *curses_standard_window(void) {
  return (struct CursesWindow *)stdscr;
}

static inline void curses_leave_cursor(struct CursesWindow *window) {
  leaveok((WINDOW *)window, TRUE);
}

static inline void curses_clear_row(struct CursesWindow *window, int row) {
  wmove((WINDOW *)window, row, 0);
  wclrtoeol((WINDOW *)window);
}

static inline void curses_erase(struct CursesWindow *window) { werase((WINDOW *)window); }

static inline void curses_set_cell(
    cchar_t *cell, wchar_t base, wchar_t mark, wchar_t second_mark, attr_t attributes, short pair) {
  const wchar_t text[4] = {base, mark, second_mark, 0};
  setcchar(cell, text, attributes, pair, 0);
}

/// Replaces the scalar of a cell that holds one.
static inline void curses_set_scalar(cchar_t *cell, wchar_t scalar) { cell->chars[0] = scalar; }

/// Adds a scalar to a cell that holds `index` of them. `setcchar` refuses a second one that has a width, and ncurses
/// writes all of them and counts the columns of the first.
static inline void curses_add_to_cell(cchar_t *cell, int index, wchar_t scalar) {
  if (index < CCHARW_MAX) cell->chars[index] = scalar;
}

/// The next update draws all cells of this row.
static inline void curses_forget_row(struct CursesWindow *window, int row) { wredrawln((WINDOW *)window, row, 1); }

static inline void curses_put_row(
    struct CursesWindow *window, int row, int column, const cchar_t *cells, int count) {
  mvwadd_wchnstr((WINDOW *)window, row, column, cells, count);
}

static inline void curses_update(struct CursesWindow *window) {
  wnoutrefresh((WINDOW *)window);
  doupdate();
}

/// The next update draws every cell, because what the terminal shows is no longer known.
static inline void curses_forget_picture(void) {
  clearok(curscr, TRUE);
}

// Styles.

static inline int curses_color_count(void) { return has_colors() ? COLORS : 0; }
static inline int curses_pair_count(void) { return COLOR_PAIRS; }
static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }
static inline attr_t curses_italic(void) {
#ifdef A_ITALIC
  return A_ITALIC;
#else
  return A_NORMAL;
#endif
}

/// Columns the C library gives this scalar in the locale that was set; -1 if it knows none.
static inline int curses_width(wchar_t scalar) { return wcwidth(scalar); }

// Input.

/// A window to read keys from: reading from one that is on the screen would repaint it.
static inline struct CursesWindow *curses_make_key_pad(void) {
  WINDOW *pad = newpad(1, 1);
  if (!pad) return 0;
  keypad(pad, TRUE);
  nodelay(pad, TRUE);
  return (struct CursesWindow *)pad;
}

static inline void curses_free_window(struct CursesWindow *window) {
  delwin((WINDOW *)window);
}

/// The next byte or key code; ERR if nothing waits.
static inline int curses_read(struct CursesWindow *pad) { return wgetch((WINDOW *)pad); }

#endif
