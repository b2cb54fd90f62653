#include "CMarkup.h"
