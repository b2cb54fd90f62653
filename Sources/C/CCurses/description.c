#define _GNU_SOURCE
#include "description.h"

#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
// Names of its own for the terminal's size.
#undef columns
#undef lines

// A compiled description with numbers of 32 bits (term(5)).
enum { MAGIC = 01036, LIMIT = 24000 };

struct text {
  unsigned char bytes[LIMIT];
  size_t length;
  int is_full;
};

static void byte(struct text *text, int value) {
  if (text->length < LIMIT) text->bytes[text->length++] = (unsigned char)value;
  else text->is_full = 1;
}

static void number16(struct text *text, int value) {
  byte(text, value & 0xFF);
  byte(text, value >> 8 & 0xFF);
}

static void number32(struct text *text, int value) {
  number16(text, value & 0xFFFF);
  number16(text, value >> 16 & 0xFFFF);
}

static void string(struct text *text, const char *value) {
  do byte(text, *value);
  while (*value++);
}

static void append(struct text *text, const struct text *other) {
  for (size_t index = 0; index < other->length; index++) byte(text, other->bytes[index]);
}

static void even(struct text *text) {
  if (text->length & 1) byte(text, 0);
}

static size_t count(NCURSES_CONST char *const names[]) {
  size_t result = 0;
  while (names[result]) result++;
  return result;
}

// A colour below 8 is one of the terminal's own, any other is red, green and blue.
#define COLOUR(ground)                                                                                     \
  "\033[%?%p1%{8}%<%t" ground "%p1%d%e" ground                                                             \
  "8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"

static const char *string_of(NCURSES_CONST char *name) {
  if (!strcmp(name, "setaf")) return COLOUR("3");
  if (!strcmp(name, "setab")) return COLOUR("4");
  // The palette is left alone.
  if (!strcmp(name, "initc") || !strcmp(name, "oc")) return NULL;
  const char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

// The strings beyond the standard ones that the library or a reader of keys has a use for: the mouse, and cursor keys
// with modifiers, which would come as characters else.
static void add_extended(struct text *entry) {
  static const char *const keys[] = {"kUP", "kDN", "kLFT", "kRIT", "kHOM", "kEND", "kNXT", "kPRV", "kDC", "kIC"};
  static struct text offsets, name_offsets, values, names;
  offsets.length = name_offsets.length = values.length = names.length = 0;
  int strings = 0;
  static const char *const flags[] = {"AX", "RGB", "XT"};
  int flag_count = sizeof flags / sizeof *flags;
  for (int flag = 0; flag < flag_count; flag++) {
    number16(&name_offsets, (int)names.length);
    string(&names, flags[flag]);
  }
  for (int index = -3; index < 50; index++) {
    char name[8];
    if (index < 0) strcpy(name, index == -3 ? "XM" : index == -2 ? "xm" : "E3");
    else snprintf(name, sizeof name, "%s%d", keys[index / 5], 3 + index % 5);
    const char *value = tigetstr(name);
    if (!value || value == (char *)-1) continue;
    number16(&offsets, (int)values.length);
    string(&values, value);
    number16(&name_offsets, (int)names.length);
    string(&names, name);
    strings++;
  }
  even(entry);
  number16(entry, flag_count);
  number16(entry, 0);
  number16(entry, strings);
  number16(entry, 2 * strings + flag_count);
  number16(entry, (int)(values.length + names.length));
  for (int flag = 0; flag < flag_count; flag++) byte(entry, !strcmp(flags[flag], "RGB") || tigetflag(flags[flag]) > 0);
  even(entry);
  append(entry, &offsets);
  append(entry, &name_offsets);
  append(entry, &values);
  append(entry, &names);
}

static char *base64(const struct text *text) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *result = malloc(text->length * 4 / 3 + 16);
  if (!result) return NULL;
  char *out = stpcpy(result, "b64:");
  for (size_t index = 0; index < text->length; index += 3) {
    uint32_t group = 0;
    for (size_t at = 0; at < 3; at++) group = group << 8 | (index + at < text->length ? text->bytes[index + at] : 0);
    for (int at = 0; at < 4; at++)
      *out++ = index + (size_t)at > text->length ? '=' : digits[group >> (18 - 6 * at) & 63];
  }
  *out = 0;
  return result;
}

int weft_knows_true_colours(void) {
  if (tigetflag("Tc") > 0 || tigetflag("RGB") > 0 || tigetnum("RGB") > 0) return 1;
  const char *bits = tigetstr("RGB");
  return bits && bits != (char *)-1;
}

char *weft_true_colour_description(const char *name) {
  static struct text entry, table;
  entry.length = table.length = 0;
  entry.is_full = table.is_full = 0;
  size_t flags = count(boolnames), numbers = count(numnames), strings = count(strnames);
  uint16_t offsets[1024];
  if (strings > 1024) return NULL;
  for (size_t index = 0; index < strings; index++) {
    const char *value = string_of(strnames[index]);
    offsets[index] = value ? (uint16_t)table.length : 0xFFFF;
    if (value) string(&table, value);
  }
  number16(&entry, MAGIC);
  number16(&entry, (int)strlen(name) + 1);
  number16(&entry, (int)flags);
  number16(&entry, (int)numbers);
  number16(&entry, (int)strings);
  number16(&entry, (int)table.length);
  string(&entry, name);
  for (size_t index = 0; index < flags; index++)
    byte(&entry, strcmp(boolnames[index], "ccc") ? tigetflag(boolnames[index]) > 0 : 0);
  even(&entry);
  for (size_t index = 0; index < numbers; index++) {
    int value = tigetnum(numnames[index]);
    if (!strcmp(numnames[index], "colors")) value = 1 << 24;
    if (!strcmp(numnames[index], "pairs")) value = 0x7FFF;
    number32(&entry, value < 0 ? -1 : value);
  }
  for (size_t index = 0; index < strings; index++) number16(&entry, offsets[index]);
  append(&entry, &table);
  add_extended(&entry);
  return entry.is_full || table.is_full ? NULL : base64(&entry);
}
