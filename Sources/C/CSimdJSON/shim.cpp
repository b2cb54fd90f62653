#include "CSimdJSON.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <new>

// With exceptions off, simdjson offers its error codes only.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

namespace {

struct Owner {
  std::unique_ptr<uint64_t[]> tape;
  size_t tapeCount = 0;
  std::unique_ptr<uint8_t[]> strings;
  std::unique_ptr<uint8_t[]> text;
  // The places of what begins a value or ends a container, separators among them.
  std::unique_ptr<uint32_t[]> structurals;
  size_t structuralCount = 0;
  // For each word its place: most documents are never asked.
  std::atomic<uint32_t *> offsets{nullptr};

  ~Owner() { delete[] offsets.load(); }
};

// What simdjson parses into is made for the worst case, some fourteen times the text. It is kept by the thread for
// texts up to a limit, and a document gets a copy that fits: fresh pages of memory would cost as much as the parsing.
struct Scratch {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
  simdjson::dom::document document;
  size_t capacity = 0;
  size_t depth = 0;

  simdjson::error_code reserve(size_t length, size_t maximalDepth) {
    if (parser && capacity >= length && depth == maximalDepth) return simdjson::SUCCESS;
    capacity = 0;
    parser.reset();
    auto error =
        simdjson::get_active_implementation()->create_dom_parser_implementation(length, maximalDepth, parser);
    if (!error) error = document.allocate(length);
    if (error) return error;
    capacity = length;
    depth = maximalDepth;
    return error;
  }
};
constexpr size_t keptCapacity = 256 << 10;
thread_local Scratch kept;

uint64_t payload(uint64_t word) { return word & ((uint64_t(1) << 56) - 1); }

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

  Scratch fresh;
  Scratch &scratch = length <= keptCapacity ? kept : fresh;
  auto error = scratch.reserve(length <= keptCapacity ? keptCapacity : length, depth);
  if (!error) error = scratch.parser->parse(input, length, scratch.document);
  if (error) return codeOf(error);

  const simdjson::internal::dom_parser_implementation &parser = *scratch.parser;
  const uint64_t *parsedTape = scratch.document.tape.get();
  // The root word's payload is the index of the word after the closing root word.
  const size_t count = size_t(payload(parsedTape[0]));
  owner->tapeCount = count;
  owner->structuralCount = parser.n_structural_indexes;
  owner->tape.reset(new (std::nothrow) uint64_t[count]);
  owner->structurals.reset(new (std::nothrow) uint32_t[owner->structuralCount + 1]);
  if (!owner->tape || !owner->structurals) return WEFT_JSON_NO_MEMORY;
  std::memcpy(owner->tape.get(), parsedTape, count * sizeof(uint64_t));
  const uint32_t *structurals = parser.structural_indexes.get();
  std::memcpy(owner->structurals.get(), structurals, owner->structuralCount * sizeof(uint32_t));

  // The last string ends the used part of the string buffer. Structural characters and words of the tape come in the
  // same order, separators apart; the closing root word is the last.
  size_t used = 0;
  const uint8_t *strings = scratch.document.string_buf.get();
  size_t word = count - 1;
  for (size_t i = owner->structuralCount; i > 0 && word > 1; i--) {
    const uint8_t byte = input[structurals[i - 1]];
    word -= widths.of[byte];
    if (byte != '"') continue;
    used = size_t(payload(parsedTape[word]));
    uint32_t size;
    std::memcpy(&size, strings + used, sizeof size);
    used += sizeof size + size;
    break;
  }
  owner->strings.reset(new (std::nothrow) uint8_t[used + simdjson::SIMDJSON_PADDING]);
  if (!owner->strings) return WEFT_JSON_NO_MEMORY;
  std::memcpy(owner->strings.get(), strings, used);
  std::memset(owner->strings.get() + used, 0, simdjson::SIMDJSON_PADDING);

  document->tape = owner->tape.get();
  document->tape_count = count;
  document->strings = owner->strings.get();
  document->text = owner->text.get();
  document->owner = owner.release();
  return WEFT_JSON_OK;
}

extern "C" const uint32_t *weft_json_offsets(void *opaque) {
  Owner *owner = static_cast<Owner *>(opaque);
  uint32_t *known = owner->offsets.load(std::memory_order_acquire);
  if (known) return known;
  const size_t count = owner->tapeCount;
  uint32_t *offsets = new (std::nothrow) uint32_t[count + 1]();
  if (!offsets) return nullptr;
  // What was parsed in place of the text differs from it inside of strings and numbers only.
  size_t word = 1;
  for (size_t i = 0; i < owner->structuralCount && word < count; i++) {
    const uint32_t at = owner->structurals[i];
    offsets[word] = at;
    word += widths.of[owner->text[at]];
  }
  // Another thread may have been faster.
  if (owner->offsets.compare_exchange_strong(known, offsets, std::memory_order_acq_rel)) return offsets;
  delete[] offsets;
  return known;
}

extern "C" size_t weft_json_bare(const uint8_t *padded, size_t length) {
  if (kept.reserve(length <= keptCapacity ? keptCapacity : length, 1024)) return 0;
  if (kept.parser->parse(padded, length, kept.document)) return 0;
  return size_t(payload(kept.document.tape.get()[0]));
}

extern "C" void weft_json_free(weft_json_document *document) {
  delete static_cast<Owner *>(document->owner);
  *document = weft_json_document{};
}
