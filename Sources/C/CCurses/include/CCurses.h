#pragma once
#include <stdint.h>
#include <wchar.h>

// ncursesw for Swift, which sees neither its macros nor its global variables, and a guard that gives the terminal back
// whatever ends the process. All calls but the guard's come from one thread.

// What was read from the terminal.
typedef enum {
  WEFT_INPUT_NONE,      // nothing is there
  WEFT_INPUT_CHARACTER, // value: a Unicode scalar
  WEFT_INPUT_KEY,       // value: one of the keys below
  WEFT_INPUT_PRESS,     // the first button at row and column
  WEFT_INPUT_WHEEL_UP,
  WEFT_INPUT_WHEEL_DOWN,
  WEFT_INPUT_OTHER,
  WEFT_INPUT_CLOSED     // the terminal is gone
} weft_input_kind;

typedef enum {
  WEFT_KEY_UP = 1, WEFT_KEY_DOWN, WEFT_KEY_LEFT, WEFT_KEY_RIGHT, WEFT_KEY_PAGE_UP, WEFT_KEY_PAGE_DOWN, WEFT_KEY_HOME,
  WEFT_KEY_END, WEFT_KEY_ENTER, WEFT_KEY_BACKSPACE, WEFT_KEY_PASTE_BEGINS, WEFT_KEY_PASTE_ENDS
} weft_key;

typedef struct {
  weft_input_kind kind;
  int32_t value, row, column;
} weft_input;

// What woke the reader beside input and posts; bits.
enum { WEFT_WOKE_RESIZED = 1, WEFT_WOKE_SUSPEND = 2, WEFT_WOKE_CONTINUED = 4 };

// How text is drawn; bits.
enum { WEFT_STYLE_BOLD = 1, WEFT_STYLE_DIM = 2, WEFT_STYLE_REVERSE = 4, WEFT_STYLE_UNDERLINE = 8 };

// Takes the terminal on standard input and output. `colours` 0: attributes only; 1: what its description says; 2: it
// has true colours.
// 0: done; 1: the terminal is unknown; 2: it cannot place the cursor.
int weft_curses_begin(int colours, const char *terminal);
// Gives it back; harmless where that was done.
void weft_curses_end(void);
// Gives it back for as long as the process is stopped, and takes it again.
void weft_curses_suspend(void);
// Takes the terminal's present size.
void weft_curses_resize(void);
void weft_curses_size(int *rows, int *columns);
// The number of colours; 0: none.
int weft_curses_colours(void);
// A pair of a colour on the terminal's own background.
void weft_curses_define(int pair, int colour);
weft_input weft_curses_read(void);
// Draws text at a place; it holds no control characters.
void weft_curses_draw(int row, int column, const wchar_t *text, int count, int style, int pair);
void weft_curses_clear_row(int row);
void weft_curses_clear_all(void);
// Shows what was drawn, with the cursor at a place; column -1: no cursor.
void weft_curses_show(int row, int column);
// Bytes that the library knows nothing of, such as a sequence for the clipboard.
void weft_curses_send(const char *bytes, int count);

// Waits for input, a post or a signal, or so many milliseconds (-1: for ever). The bits of what woke it.
int weft_wake_wait(int milliseconds);
// Wakes the waiting thread from any other.
void weft_wake_post(void);
// Makes what is posted to; 0: done.
int weft_wake_begin(void);

// The columns that the library counts for a character; -1: it cannot be shown.
int weft_columns_of(wchar_t character);

// Starts a program in a session of its own, without our terminal, and does not wait for it. 0: it runs; else errno.
int weft_start_program(char *const arguments[]);
