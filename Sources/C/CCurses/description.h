#pragma once

// Whether the description that is loaded says that the terminal has true colours, whatever number it gives.
int weft_knows_true_colours(void);

// The description that is loaded, with true colours, as the library takes it from the variable TERMINFO; NULL: it
// cannot be made. The caller frees it.
//
// Most systems have no description with true colours of most terminals, and those that they have are not asked for by
// TERM: what says that a terminal has them is COLORTERM.
char *weft_true_colour_description(const char *name);
