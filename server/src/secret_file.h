// Files that only their owner can read, in the data folder.
#ifndef SECRET_FILE_H
#define SECRET_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "secret.h"
#include "srv/options.h"

#define SECRET_FILE_LINKS "host-links.txt"
#define SECRET_FILE_ADMIN "admin-key"

enum { SECRET_FILE_PATH_BYTES = SRV_TEXT_BYTES + 32 };

void secret_file_path(const struct srv_options *options, const char *name,
                      char path[SECRET_FILE_PATH_BYTES]);
// A new file of mode 0600 in place of an old one; NULL with one sentence on stderr.
FILE *secret_file_create(const struct srv_options *options, const char *name);
// Closes it; false, with one sentence on stderr, if not everything was written.
bool secret_file_finish(FILE *file, const char *name);
// Reads one key; false with one sentence on stderr.
bool secret_file_read_key(const struct srv_options *options, const char *name,
                          char key[SECRET_KEY_BYTES]);

#endif
