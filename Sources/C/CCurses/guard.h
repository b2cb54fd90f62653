#pragma once

// Notes how the terminal is, and takes the signals of crashes: they give it back before they end the process.
void weft_guard_begin(void);
// The terminal was given back.
void weft_guard_end(void);

// Stops the whole job; returns when it goes on.
void weft_guard_stop(void);
