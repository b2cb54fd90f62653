#include "CWebAssets.h"

static const unsigned char css[] = {
#embed "reader.css"
};

static const unsigned char js[] = {
#embed "reader.js"
};

const unsigned char *weft_reader_css(size_t *size) {
  *size = sizeof css;
  return css;
}

const unsigned char *weft_reader_js(size_t *size) {
  *size = sizeof js;
  return js;
}
