#include "CIconv.h"
