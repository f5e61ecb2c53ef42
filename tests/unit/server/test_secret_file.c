#include "secret_file.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

// A data folder of the test's own.
static struct srv_options options;
static char path[SECRET_FILE_PATH_BYTES];

static void make_folder(void) {
    options = srv_options_default();
    strcpy(options.data, "/tmp/ropewalk-test-XXXXXX");
    cr_assert_not_null(mkdtemp(options.data));
    secret_file_path(&options, "secret", path);
}

static void remove_folder(void) {
    unlink(path);
    rmdir(options.data);
}

TestSuite(secret_file, .init = make_folder, .fini = remove_folder);

static void write_secret(const char *text) {
    FILE *file = secret_file_create(&options, "secret");
    cr_assert_not_null(file);
    fputs(text, file);
    cr_assert(secret_file_finish(file, "secret"));
}

Test(secret_file, can_be_read_by_its_owner_only_whatever_the_umask) {
    umask(0);
    write_secret("KEY\n");
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
}

Test(secret_file, replaces_an_old_file_that_others_can_read) {
    FILE *old = fopen(path, "w");
    fputs("a longer text of old\n", old);
    fclose(old);
    chmod(path, 0666);
    write_secret("KEY\n");
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
    cr_expect_eq(status.st_size, 4);
}

Test(secret_file, does_not_write_through_a_link) {
    char target[SECRET_FILE_PATH_BYTES];
    secret_file_path(&options, "target", target);
    cr_assert_eq(symlink(target, path), 0);
    write_secret("KEY\n");
    cr_expect_neq(access(target, F_OK), 0);
}

Test(secret_file, a_key_comes_back_as_it_was_written) {
    char key[SECRET_KEY_BYTES];
    char read[SECRET_KEY_BYTES];
    cr_assert(secret_new_key(key));
    struct text text = text_begin();
    text_add(&text, "%s\n", key);
    write_secret(text_end(&text));
    cr_assert(secret_file_read_key(&options, "secret", read));
    cr_expect_str_eq(read, key);
}

Test(secret_file, says_what_is_wrong_when_it_cannot_be_written_or_read) {
    char key[SECRET_KEY_BYTES];
    cr_redirect_stderr();
    cr_expect_not(secret_file_read_key(&options, "secret", key));
    write_secret("");
    cr_expect_not(secret_file_read_key(&options, "secret", key));
    remove_folder();
    cr_expect_null(secret_file_create(&options, "secret"));
}
