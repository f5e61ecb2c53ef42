#include "secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void secret_file_path(const struct srv_options *options, const char *name,
                      char path[SECRET_FILE_PATH_BYTES]) {
    snprintf(path, SECRET_FILE_PATH_BYTES, "%s/%s", options->data, name);
}

FILE *secret_file_create(const struct srv_options *options, const char *name) {
    char path[SECRET_FILE_PATH_BYTES];
    secret_file_path(options, name, path);
    unlink(path); // so that the mode is that of a new file
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file == NULL) {
        fprintf(stderr, "ropewalk: cannot write %s: %s\n", path, strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
    }
    return file;
}

bool secret_file_finish(FILE *file, const char *name) {
    bool written = ferror(file) == 0;
    written = fclose(file) == 0 && written;
    if (!written) {
        fprintf(stderr, "ropewalk: cannot write %s to the data folder: %s\n", name,
                strerror(errno));
    }
    return written;
}

bool secret_file_read_key(const struct srv_options *options, const char *name,
                          char key[SECRET_KEY_BYTES]) {
    char path[SECRET_FILE_PATH_BYTES];
    secret_file_path(options, name, path);
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fgets(key, SECRET_KEY_BYTES, file) != NULL;
    if (!read) {
        fprintf(stderr, "ropewalk: cannot read %s: %s; is a server running with this --data?\n",
                path, file == NULL ? strerror(errno) : "it is empty");
    }
    if (file != NULL) {
        fclose(file);
    }
    return read;
}
