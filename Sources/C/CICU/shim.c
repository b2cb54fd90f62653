#include "CICU.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <unicode/uvernum.h>

// The functions used, each with the type of its declaration. The library's file and symbols carry its version.
#define FUNCTIONS(use)                                                                                                 \
  use(ucal_open) use(ucal_close) use(ucal_get) use(ucal_setMillis) use(ucal_getTimeZoneTransitionDate)                 \
  use(ucal_getCanonicalTimeZoneID) use(udat_open) use(udat_close) use(udat_parse) use(udat_setLenient)                 \
  use(udat_setBooleanAttribute) use(udat_set2DigitYearStart) use(uloc_countAvailable) use(uloc_getAvailable) use(udat_format)                \
  use(uloc_getISO3Language) use(u_strFromUTF8) use(u_strToUTF8) use(udatpg_open) use(udatpg_close)                     \
  use(udatpg_getBestPatternWithOptions)

#define QUOTE(text) #text
#define QUOTE_EXPANDED(text) QUOTE(text)
#define DECLARE(name) __typeof__(name) *name##_loaded;

static struct {
  bool is_available;
  FUNCTIONS(DECLARE)
} icu;

static void load(void) {
  void *library = dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  bool complete = true;
// A symbol of the library itself, or of libicuuc, which it brings along.
#define LOAD(name)                                                                                                     \
  *(void **)&icu.name##_loaded = dlsym(library, QUOTE_EXPANDED(name));                                                 \
  if (!icu.name##_loaded) complete = false;
  FUNCTIONS(LOAD)
  icu.is_available = complete;
}

bool weft_icu_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return icu.is_available;
}

enum { MOST_UNITS = 512 };

// UTF-16 of a UTF-8 text; -1 where it is ill-formed or too long.
static int32_t widen(const char *text, size_t length, UChar units[MOST_UNITS]) {
  if (length > MOST_UNITS) return -1;
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = 0;
  icu.u_strFromUTF8_loaded(units, MOST_UNITS, &count, text, (int32_t)length, &status);
  return U_FAILURE(status) || count > MOST_UNITS ? -1 : count;
}

// The zone's name in UTF-16, or -1 for a name that is in no zone table (ICU would take such a zone for UTC).
static int32_t known_zone(const char *zone, UChar units[MOST_UNITS]) {
  int32_t count = widen(zone, strlen(zone), units);
  if (count <= 0) return -1;
  UChar canonical[MOST_UNITS];
  UBool is_system = 0;
  UErrorCode status = U_ZERO_ERROR;
  icu.ucal_getCanonicalTimeZoneID_loaded(units, count, canonical, MOST_UNITS, &is_system, &status);
  return U_FAILURE(status) || !is_system ? -1 : count;
}

ptrdiff_t weft_icu_zone_changes(const char *zone, double from, double to, double *instants, int32_t *offsets,
                                size_t room) {
  UChar units[MOST_UNITS];
  if (!weft_icu_is_available()) return -1;
  int32_t length = known_zone(zone, units);
  if (length < 0) return -1;
  UErrorCode status = U_ZERO_ERROR;
  UCalendar *calendar = icu.ucal_open_loaded(units, length, "en", UCAL_GREGORIAN, &status);
  if (U_FAILURE(status)) return -1;
  size_t count = 0;
  double instant = from;
  while (count < room && instant <= to) {
    icu.ucal_setMillis_loaded(calendar, instant, &status);
    int32_t offset = icu.ucal_get_loaded(calendar, UCAL_ZONE_OFFSET, &status);
    offset += icu.ucal_get_loaded(calendar, UCAL_DST_OFFSET, &status);
    if (U_FAILURE(status)) break;
    // Changes of name or of the DST flag alone are none.
    if (count == 0 || offsets[count - 1] != offset) {
      instants[count] = instant;
      offsets[count] = offset;
      count++;
    }
    UDate next = 0;
    if (!icu.ucal_getTimeZoneTransitionDate_loaded(calendar, UCAL_TZ_TRANSITION_NEXT, &next, &status)) break;
    if (U_FAILURE(status) || next <= instant) break;
    instant = next;
  }
  icu.ucal_close_loaded(calendar);
  return (ptrdiff_t)count;
}

// Whether ICU has data for the locale's language; it would take another one silently.
static bool is_known_locale(const char *locale) {
  const char *wanted = icu.uloc_getISO3Language_loaded(locale);
  if (!wanted[0]) return false;
  int32_t count = icu.uloc_countAvailable_loaded();
  for (int32_t index = 0; index < count; index++) {
    const char *available = icu.uloc_getAvailable_loaded(index);
    if (strcmp(wanted, icu.uloc_getISO3Language_loaded(available)) == 0) return true;
  }
  return false;
}

weft_icu_format *weft_icu_format_open(const char *pattern, const char *locale, const char *zone,
                                      weft_icu_status *result) {
  UChar zone_units[MOST_UNITS];
  UChar pattern_units[MOST_UNITS];
  UErrorCode status = U_ZERO_ERROR;
  *result = WEFT_ICU_NO_LIBRARY;
  if (!weft_icu_is_available()) return NULL;
  *result = WEFT_ICU_BAD_ZONE;
  int32_t zone_length = known_zone(zone, zone_units);
  if (zone_length < 0) return NULL;
  *result = WEFT_ICU_BAD_LOCALE;
  if (!is_known_locale(locale)) return NULL;
  *result = WEFT_ICU_BAD_FORMAT;
  int32_t pattern_length = widen(pattern, strlen(pattern), pattern_units);
  if (pattern_length <= 0) return NULL;
  UDateFormat *format = icu.udat_open_loaded(UDAT_PATTERN, UDAT_PATTERN, locale, zone_units, zone_length,
                                             pattern_units, pattern_length, &status);
  if (U_FAILURE(status)) return NULL;
  // Strict about numbers (no 32 January), lenient about blanks, dots behind abbreviations and the length of names.
  icu.udat_setLenient_loaded(format, false);
  icu.udat_setBooleanAttribute_loaded(format, UDAT_PARSE_ALLOW_WHITESPACE, true, &status);
  icu.udat_setBooleanAttribute_loaded(format, UDAT_PARSE_PARTIAL_LITERAL_MATCH, true, &status);
  icu.udat_setBooleanAttribute_loaded(format, UDAT_PARSE_MULTIPLE_PATTERNS_FOR_MATCH, true, &status);
  icu.udat_set2DigitYearStart_loaded(format, -631152000000.0, &status);
  // An unknown letter is noticed when the pattern is used.
  UChar sample[MOST_UNITS];
  if (U_SUCCESS(status)) icu.udat_format_loaded(format, 0, sample, MOST_UNITS, NULL, &status);
  if (U_FAILURE(status)) {
    icu.udat_close_loaded(format);
    return NULL;
  }
  *result = WEFT_ICU_OK;
  return (weft_icu_format *)format;
}

void weft_icu_format_close(weft_icu_format *format) { icu.udat_close_loaded((UDateFormat *)format); }

bool weft_icu_format_parse(weft_icu_format *format, const char *text, size_t length, double *milliseconds) {
  UChar units[MOST_UNITS];
  int32_t count = widen(text, length, units);
  if (count <= 0) return false;
  UErrorCode status = U_ZERO_ERROR;
  int32_t position = 0;
  *milliseconds = icu.udat_parse_loaded((UDateFormat *)format, units, count, &position, &status);
  return U_SUCCESS(status) && position == count;
}

// The pattern for day and minute in figures, two for each part, in the order of the locale.
static int32_t pattern_of_locale(const char *locale, UChar pattern[MOST_UNITS]) {
  UErrorCode status = U_ZERO_ERROR;
  UDateTimePatternGenerator *generator = icu.udatpg_open_loaded(locale, &status);
  if (U_FAILURE(status)) return -1;
  UChar skeleton[16];
  const char *letters = "yyyyMMddjjmm";
  int32_t length = widen(letters, strlen(letters), skeleton);
  int32_t count = icu.udatpg_getBestPatternWithOptions_loaded(
      generator, skeleton, length, UDATPG_MATCH_HOUR_FIELD_LENGTH, pattern, MOST_UNITS, &status);
  icu.udatpg_close_loaded(generator);
  return U_FAILURE(status) || count <= 0 || count > MOST_UNITS ? -1 : count;
}

weft_icu_writer *weft_icu_writer_open(const char *locale, const char *zone) {
  UChar zone_units[MOST_UNITS];
  UChar pattern[MOST_UNITS];
  if (!weft_icu_is_available() || (locale && !is_known_locale(locale))) return NULL;
  int32_t zone_length = zone ? known_zone(zone, zone_units) : 0;
  if (zone_length < 0) return NULL;
  const char *plain = "yyyy-MM-dd HH:mm";
  int32_t length = locale ? pattern_of_locale(locale, pattern) : widen(plain, strlen(plain), pattern);
  if (length <= 0) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  // Without a zone ICU takes the user's.
  UDateFormat *format = icu.udat_open_loaded(UDAT_PATTERN, UDAT_PATTERN, locale ? locale : "en_US_POSIX",
                                             zone ? zone_units : NULL, zone_length, pattern, length, &status);
  return U_FAILURE(status) ? NULL : (weft_icu_writer *)format;
}

void weft_icu_writer_close(weft_icu_writer *writer) { icu.udat_close_loaded((UDateFormat *)writer); }

ptrdiff_t weft_icu_writer_write(weft_icu_writer *writer, double milliseconds, char *text, size_t room) {
  UChar units[MOST_UNITS];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = icu.udat_format_loaded((UDateFormat *)writer, milliseconds, units, MOST_UNITS, NULL, &status);
  if (U_FAILURE(status) || count > MOST_UNITS) return -1;
  int32_t length = 0;
  icu.u_strToUTF8_loaded(text, (int32_t)room, &length, units, count, &status);
  return U_FAILURE(status) || (size_t)length > room ? -1 : length;
}
