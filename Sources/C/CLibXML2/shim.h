// libxml2's ICU support drags ICU's headers in, and a test that imports Foundation then sees two UErrorCode types.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/dict.h>

// Stands for `xmlFree`, a global function pointer that Swift takes for shared mutable state.
static inline void weft_xml_free(void *memory) { xmlFree(memory); }

// The names of text nodes and comments: arrays without a length, which Swift does not see.
static inline const xmlChar *weft_xml_text_name(void) { return xmlStringText; }
static inline const xmlChar *weft_xml_comment_name(void) { return xmlStringComment; }
