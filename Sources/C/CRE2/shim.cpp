#include "CRE2.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

static const RE2 *unwrap(const weft_re2 *expression) { return reinterpret_cast<const RE2 *>(expression); }

extern "C" weft_re2 *weft_re2_compile(const char *pattern, size_t length, bool ignore_case, char *error, size_t room,
                                      size_t *error_length) {
  auto fail = [&](const std::string &text) -> weft_re2 * {
    *error_length = std::min(text.size(), room);
    std::memcpy(error, text.data(), *error_length);
    return nullptr;
  };
  *error_length = 0;
  try {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!ignore_case);
    auto expression = std::make_unique<RE2>(re2::StringPiece(pattern, length), options);
    if (!expression->ok()) return fail(expression->error());
    return reinterpret_cast<weft_re2 *>(expression.release());
  } catch (...) {
    static const char text[] = "out of memory";
    *error_length = std::min(sizeof text - 1, room);
    std::memcpy(error, text, *error_length);
    return nullptr;
  }
}

extern "C" void weft_re2_free(weft_re2 *expression) { delete reinterpret_cast<RE2 *>(expression); }

extern "C" size_t weft_re2_group_count(const weft_re2 *expression) {
  int count = unwrap(expression)->NumberOfCapturingGroups();
  return count > 0 ? static_cast<size_t>(count) : 0;
}

extern "C" bool weft_re2_match(const weft_re2 *expression, const char *text, size_t length, size_t start, bool whole,
                               ptrdiff_t *bounds, size_t pairs) {
  try {
    // Nearly every expression has fewer groups than this.
    re2::StringPiece few[16];
    std::vector<re2::StringPiece> many;
    re2::StringPiece *parts = few;
    if (pairs > 16) {
      many.resize(pairs);
      parts = many.data();
    }
    re2::StringPiece input(text, length);
    RE2::Anchor anchor = whole ? RE2::ANCHOR_BOTH : RE2::UNANCHORED;
    if (!unwrap(expression)->Match(input, start, length, anchor, parts, static_cast<int>(pairs))) return false;
    for (size_t index = 0; index < pairs; index++) {
      bool took_part = parts[index].data() != nullptr;
      bounds[2 * index] = took_part ? parts[index].data() - text : -1;
      bounds[2 * index + 1] = took_part ? bounds[2 * index] + static_cast<ptrdiff_t>(parts[index].size()) : -1;
    }
    return true;
  } catch (...) {
    return false;
  }
}
