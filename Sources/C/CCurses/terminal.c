#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CCurses.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
// Names of its own for the terminal's size.
#undef columns
#undef lines
#include <termios.h>
#include <unistd.h>

#include "description.h"
#include "guard.h"

static SCREEN *screen;
static int active;

// The screen is ended once, by whichever thread ends the process; the thread that draws must not be in it then.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A window of more cells than any screen has takes gigabytes.
static int bounded(int size) { return size > 2000 ? 2000 : size; }

static int begin_screen(const char *terminal) {
  struct winsize size;
  if (ioctl(1, TIOCGWINSZ, &size) == 0 && (size.ws_row > 2000 || size.ws_col > 2000)) {
    size.ws_row = (unsigned short)bounded(size.ws_row);
    size.ws_col = (unsigned short)bounded(size.ws_col);
    // The library asks the terminal before anybody could tell it another size.
    ioctl(1, TIOCSWINSZ, &size);
  }
  screen = newterm(terminal, stdout, stdin);
  return screen != NULL;
}

// With the terminal's own description and true colours. The variable is the only way to hand a description over; this
// is called before anything runs that looks at variables.
static int begin_true_colours(const char *terminal) {
  char *description = weft_true_colour_description(terminal);
  if (!description) return 0;
  char *before = getenv("TERMINFO");
  if (before) before = strdup(before);
  setenv("TERMINFO", description, 1);
  int started = begin_screen(terminal);
  if (before) setenv("TERMINFO", before, 1);
  else unsetenv("TERMINFO");
  free(before);
  free(description);
  return started;
}

// What the terminal puts around pasted text (bracketed paste, as xterm has it): keys beyond those of the library.
enum { key_paste_begins = KEY_MAX + 1, key_paste_ends };

static void report_pastes(int on) {
  putp(on ? "\033[?2004h" : "\033[?2004l");
  fflush(stdout);
}

// Keys as other terminals send them: behind tmux, screen and ssh the description is often not quite that of the terminal.
// What the description says goes first.
static void add_keys(void) {
  static const struct { const char *sequence; int key; } keys[] = {
      {"\033[A", KEY_UP},     {"\033OA", KEY_UP},    {"\033[B", KEY_DOWN},  {"\033OB", KEY_DOWN},
      {"\033[C", KEY_RIGHT},  {"\033OC", KEY_RIGHT}, {"\033[D", KEY_LEFT},  {"\033OD", KEY_LEFT},
      {"\033[H", KEY_HOME},   {"\033OH", KEY_HOME},  {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME},
      {"\033[F", KEY_END},    {"\033OF", KEY_END},   {"\033[4~", KEY_END},  {"\033[8~", KEY_END},
      {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE},
      {"\033[200~", key_paste_begins}, {"\033[201~", key_paste_ends}};
  for (size_t index = 0; index < sizeof keys / sizeof *keys; index++)
    if (key_defined(keys[index].sequence) == 0) define_key(keys[index].sequence, keys[index].key);
}

int weft_curses_begin(int colours, const char *terminal) {
  // Widths and encoding; a C locale could draw nothing but ASCII.
  const char *locale = setlocale(LC_CTYPE, "");
  if (!locale || MB_CUR_MAX < 2) setlocale(LC_CTYPE, "C.UTF-8");
  int error = 0;
  if (setupterm(terminal, 1, &error) != OK) return 1;
  if (!cursor_address) return 2;
  weft_guard_begin();
  int started = 0;
  if (colours == 2 || (colours == 1 && weft_knows_true_colours())) started = begin_true_colours(terminal);
  if (!started && !begin_screen(terminal)) return 1;
  active = 1;
  set_escdelay(25);
  cbreak();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  keypad(stdscr, TRUE);
  add_keys();
  nodelay(stdscr, TRUE);
  curs_set(0);
  if (colours && has_colors()) {
    start_color();
    use_default_colors();
  }
  mouseinterval(0);
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  report_pastes(1);
  return 0;
}

void weft_curses_end(void) {
  pthread_mutex_lock(&lock);
  if (active) {
    active = 0;
    report_pastes(0);
    mousemask(0, NULL);
    endwin();
    weft_guard_end();
  }
  pthread_mutex_unlock(&lock);
}

void weft_curses_suspend(void) {
  pthread_mutex_lock(&lock);
  if (active) {
    report_pastes(0);
    endwin();
    weft_guard_stop();
    reset_prog_mode();
    clearok(curscr, TRUE);
    refresh();
    report_pastes(1);
  }
  pthread_mutex_unlock(&lock);
}

void weft_curses_resize(void) {
  struct winsize size;
  pthread_mutex_lock(&lock);
  if (active && ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(bounded(size.ws_row), bounded(size.ws_col));
  pthread_mutex_unlock(&lock);
}

void weft_curses_size(int *rows, int *columns) {
  *rows = getmaxy(stdscr);
  *columns = getmaxx(stdscr);
}

int weft_curses_colours(void) { return has_colors() ? COLORS : 0; }

void weft_curses_define(int pair, int colour) { init_extended_pair(pair, colour, -1); }

static int32_t key_of(wint_t code) {
  switch (code) {
    case KEY_UP: return WEFT_KEY_UP;
    case KEY_DOWN: return WEFT_KEY_DOWN;
    case KEY_LEFT: return WEFT_KEY_LEFT;
    case KEY_RIGHT: return WEFT_KEY_RIGHT;
    case KEY_PPAGE: return WEFT_KEY_PAGE_UP;
    case KEY_NPAGE: return WEFT_KEY_PAGE_DOWN;
    case KEY_HOME: case KEY_FIND: return WEFT_KEY_HOME;
    case KEY_END: case KEY_SELECT: return WEFT_KEY_END;
    case KEY_ENTER: return WEFT_KEY_ENTER;
    case KEY_BACKSPACE: return WEFT_KEY_BACKSPACE;
    case key_paste_begins: return WEFT_KEY_PASTE_BEGINS;
    case key_paste_ends: return WEFT_KEY_PASTE_ENDS;
    default: return 0;
  }
}

weft_input weft_curses_read(void) {
  weft_input input = {WEFT_INPUT_NONE, 0, 0, 0};
  wint_t code = 0;
  errno = 0;
  pthread_mutex_lock(&lock);
  int result = active ? get_wch(&code) : ERR;
  if (result == KEY_CODE_YES) {
    MEVENT event;
    if (code == KEY_MOUSE && getmouse(&event) == OK) {
      input.row = event.y;
      input.column = event.x;
      input.kind = event.bstate & BUTTON1_PRESSED   ? WEFT_INPUT_PRESS
                   : event.bstate & BUTTON4_PRESSED ? WEFT_INPUT_WHEEL_UP
                   : event.bstate & BUTTON5_PRESSED ? WEFT_INPUT_WHEEL_DOWN
                                                    : WEFT_INPUT_OTHER;
    } else {
      input.value = key_of(code);
      input.kind = input.value ? WEFT_INPUT_KEY : WEFT_INPUT_OTHER;
    }
  } else if (result == OK) {
    input.kind = WEFT_INPUT_CHARACTER;
    input.value = (int32_t)code;
    if (code == '\r' || code == '\n') {
      input.kind = WEFT_INPUT_KEY;
      input.value = WEFT_KEY_ENTER;
    } else if (code == 127 || code == 8) {
      input.kind = WEFT_INPUT_KEY;
      input.value = WEFT_KEY_BACKSPACE;
    }
  }
  pthread_mutex_unlock(&lock);
  return input;
}

void weft_curses_draw(int row, int column, const wchar_t *text, int count, int style, int pair) {
  pthread_mutex_lock(&lock);
  if (active) {
    attr_t attributes = (style & WEFT_STYLE_BOLD ? A_BOLD : 0) | (style & WEFT_STYLE_DIM ? A_DIM : 0) |
                        (style & WEFT_STYLE_REVERSE ? A_REVERSE : 0) | (style & WEFT_STYLE_UNDERLINE ? A_UNDERLINE : 0);
    attr_set(attributes, (short)pair, &pair);
    mvaddnwstr(row, column, text, count);
    attr_set(A_NORMAL, 0, NULL);
  }
  pthread_mutex_unlock(&lock);
}

void weft_curses_clear_row(int row) {
  pthread_mutex_lock(&lock);
  if (active) {
    move(row, 0);
    clrtoeol();
  }
  pthread_mutex_unlock(&lock);
}

void weft_curses_clear_all(void) {
  pthread_mutex_lock(&lock);
  if (active) clearok(stdscr, TRUE);
  pthread_mutex_unlock(&lock);
}

void weft_curses_show(int row, int column) {
  pthread_mutex_lock(&lock);
  if (active) {
    curs_set(column >= 0);
    if (column >= 0) move(row, column);
    refresh();
  }
  pthread_mutex_unlock(&lock);
}

void weft_curses_send(const char *bytes, int count) {
  pthread_mutex_lock(&lock);
  if (active) {
    fwrite(bytes, 1, (size_t)count, stdout);
    fflush(stdout);
  }
  pthread_mutex_unlock(&lock);
}

int weft_columns_of(wchar_t character) { return wcwidth(character); }
