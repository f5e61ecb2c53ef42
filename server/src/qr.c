#include "qr.h"

#include <qrencode.h>
#include <stdbool.h>

void qr_print(FILE *out, const char *text) {
    enum { QUIET = 2 };
    QRcode *qr = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (qr == NULL) {
        return;
    }
    for (int y = -QUIET; y < qr->width + QUIET; y += 2) {
        fputs("    \x1b[30;107m", out);
        for (int x = -QUIET; x < qr->width + QUIET; x++) {
            bool dark[2];
            for (int half = 0; half < 2; half++) {
                int row = y + half;
                bool inside = x >= 0 && x < qr->width && row >= 0 && row < qr->width;
                dark[half] = inside && (qr->data[row * qr->width + x] & 1) != 0;
            }
            fputs(dark[0] && dark[1] ? "█" : dark[0] ? "▀" : dark[1] ? "▄" : " ", out);
        }
        fputs("\x1b[0m\n", out);
    }
    QRcode_free(qr);
}
