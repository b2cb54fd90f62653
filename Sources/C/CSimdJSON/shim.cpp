#include "CSimdJSON.h"

#include <cstring>
#include <memory>
#include <new>

// With exceptions off, simdjson offers its error codes only.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

namespace {

struct Owner {
  simdjson::dom::document document;
  std::unique_ptr<uint32_t[]> offsets;
  std::unique_ptr<uint8_t[]> text;
};

constexpr uint64_t stringToName = uint64_t('"' ^ 'k') << 56;

// How many words of the tape what begins with a byte takes: a number two, a separator none.
struct Widths {
  uint8_t of[256];
  constexpr Widths() : of() {
    for (int byte = 0; byte < 256; byte++) of[byte] = 1;
    for (int digit = '0'; digit <= '9'; digit++) of[digit] = 2;
    of[int('-')] = 2;
    of[int(':')] = 0;
    of[int(',')] = 0;
  }
};
constexpr Widths widths;

// simdjson reads past the end of a text, so it gets a copy with room behind it.
std::unique_ptr<uint8_t[]> padded(const uint8_t *text, size_t length) {
  std::unique_ptr<uint8_t[]> copy(new (std::nothrow) uint8_t[length + simdjson::SIMDJSON_PADDING]);
  if (copy) {
    std::memcpy(copy.get(), text, length);
    std::memset(copy.get() + length, ' ', simdjson::SIMDJSON_PADDING);
  }
  return copy;
}

int codeOf(simdjson::error_code error) {
  switch (error) {
    case simdjson::SUCCESS: return WEFT_JSON_OK;
    case simdjson::UTF8_ERROR: return WEFT_JSON_BAD_UTF8;
    case simdjson::DEPTH_ERROR: return WEFT_JSON_TOO_DEEP;
    case simdjson::CAPACITY:
    case simdjson::MEMALLOC: return WEFT_JSON_NO_MEMORY;
    default: return WEFT_JSON_REFUSED;
  }
}

}  // namespace

extern "C" int weft_json_parse(const uint8_t *text, const uint8_t *parsed, size_t length, size_t depth,
                               weft_json_document *document) {
  *document = weft_json_document{};
  std::unique_ptr<Owner> owner(new (std::nothrow) Owner());
  if (!owner) return WEFT_JSON_NO_MEMORY;
  owner->text = padded(text, length);
  std::unique_ptr<uint8_t[]> substitute;
  if (parsed) substitute = padded(parsed, length);
  if (!owner->text || (parsed && !substitute)) return WEFT_JSON_NO_MEMORY;
  const uint8_t *input = parsed ? substitute.get() : owner->text.get();

  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
  auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(length, depth, parser);
  if (!error) error = owner->document.allocate(length);
  if (!error) error = parser->parse(input, length, owner->document);
  if (error) return codeOf(error);

  uint64_t *tape = owner->document.tape.get();
  // The root word's payload is the index of the word after the closing root word.
  const size_t count = size_t(tape[0] & ((uint64_t(1) << 56) - 1));
  owner->offsets.reset(new (std::nothrow) uint32_t[count + 1]);
  if (!owner->offsets) return WEFT_JSON_NO_MEMORY;

  // Structural characters and words of the tape come in the same order, separators apart.
  uint32_t *offsets = owner->offsets.get();
  offsets[0] = 0;
  size_t word = 1, last = 0;
  for (size_t i = 0; i < parser->n_structural_indexes && word < count; i++) {
    const uint32_t at = parser->structural_indexes[i];
    const uint8_t byte = input[at];
    if (byte == ':') tape[last] ^= stringToName;
    const size_t width = widths.of[byte];
    offsets[word] = at;
    last = width ? word : last;
    word += width;
  }

  document->tape = tape;
  document->tape_count = count;
  document->offsets = offsets;
  document->strings = owner->document.string_buf.get();
  document->text = owner->text.get();
  document->owner = owner.release();
  return WEFT_JSON_OK;
}

extern "C" void weft_json_free(weft_json_document *document) {
  delete static_cast<Owner *>(document->owner);
  *document = weft_json_document{};
}
