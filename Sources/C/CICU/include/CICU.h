#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ICU for Swift: time zones and localized date formats. ICU's own headers stay out of this one, because libxml2's and
// Foundation's bring their own UErrorCode. The library is opened at the first call, not when the program starts.

// Whether ICU could be opened.
bool weft_icu_is_available(void);

// The changes of a zone's offset from `from` to `to` (milliseconds since 1970): instants of change, and the offset in
// milliseconds from each on; the first entry is `from` itself. Returns the count, at most `room`; -1 for an unknown zone.
ptrdiff_t weft_icu_zone_changes(const char *zone, double from, double to, double *instants, int32_t *offsets,
                                size_t room);

typedef struct weft_icu_format weft_icu_format;

typedef enum { WEFT_ICU_OK, WEFT_ICU_NO_LIBRARY, WEFT_ICU_BAD_LOCALE, WEFT_ICU_BAD_ZONE, WEFT_ICU_BAD_FORMAT } weft_icu_status;

// A reader of dates by a pattern of CLDR's letters; two-digit years are 1950 to 2049.
weft_icu_format *weft_icu_format_open(const char *pattern, const char *locale, const char *zone,
                                      weft_icu_status *status);
void weft_icu_format_close(weft_icu_format *format);

// Reads UTF-8 from its first byte to its last; false where it does not fit the pattern.
bool weft_icu_format_parse(weft_icu_format *format, const char *text, size_t length, double *milliseconds);

typedef struct weft_icu_writer weft_icu_writer;

// A writer of day and minute, as a locale has it (NULL: `2025-01-31 15:05`), on the clock of a zone (NULL: the user's).
// NULL for an unknown locale or zone.
weft_icu_writer *weft_icu_writer_open(const char *locale, const char *zone);
void weft_icu_writer_close(weft_icu_writer *writer);

// Writes UTF-8 and returns its length, -1 where it has no room.
ptrdiff_t weft_icu_writer_write(weft_icu_writer *writer, double milliseconds, char *text, size_t room);
