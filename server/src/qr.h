// QR codes for terminals.
#ifndef QR_H
#define QR_H

#include <stdio.h>

// Two modules to a character, dark on light whatever the terminal's colours. Nothing without
// memory.
void qr_print(FILE *out, const char *text);

#endif
