// libxml2's ICU support drags ICU's headers in, and a test that imports Foundation then sees two UErrorCode types.
#include <string.h>
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

// Appends an attribute with a plain text value to an element whose document owns the name (its dictionary). libxml2's
// own functions copy the name, check the value a second time and walk to the end of the list for each attribute.
static inline xmlAttrPtr weft_xml_append_attribute(xmlNodePtr element, xmlAttrPtr last, const xmlChar *name,
                                                   const xmlChar *value, int length) {
  xmlAttrPtr attribute = (xmlAttrPtr)xmlMalloc(sizeof(xmlAttr));
  if (attribute == NULL) return last;
  memset(attribute, 0, sizeof(xmlAttr));
  attribute->type = XML_ATTRIBUTE_NODE;
  attribute->name = name;
  attribute->parent = element;
  attribute->doc = element->doc;
  xmlNodePtr text = xmlNewDocTextLen(element->doc, value, length);
  if (text != NULL) {
    text->parent = (xmlNodePtr)attribute;
    attribute->children = text;
    attribute->last = text;
  }
  attribute->prev = last;
  if (last == NULL)
    element->properties = attribute;
  else
    last->next = attribute;
  return attribute;
}
