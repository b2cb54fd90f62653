#pragma once
#include <stddef.h>

// The files that the page loads, as they are in this folder.

const unsigned char *weft_reader_css(size_t *size);
const unsigned char *weft_reader_js(size_t *size);
