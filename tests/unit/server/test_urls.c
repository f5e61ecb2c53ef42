#include "urls.h"

#include <string.h>

#include "support.h"

static struct srv_options options;
static struct urls urls;

static void collect(const char *listen, const char *public_url) {
    options = srv_options_default();
    strcpy(options.listen, listen);
    strcpy(options.public_url, public_url);
    urls_collect(&options, 8080, &urls);
}

Test(urls, the_public_url_is_the_only_one_and_loses_its_slash) {
    static const char *const given[] = {"https://rope.example", "https://rope.example/",
                                        "https://rope.example//"};
    for (int i = 0; i < 3; i++) {
        collect("127.0.0.1", given[i]);
        cr_assert_eq(urls.count, 1);
        cr_expect_str_eq(urls.list[0], "https://rope.example");
        cr_expect_not(urls.only_local);
    }
}

Test(urls, an_address_to_listen_on_is_the_only_one) {
    collect("192.0.2.7", "");
    cr_assert_eq(urls.count, 1);
    cr_expect_str_eq(urls.list[0], "http://192.0.2.7:8080");
    collect("2001:db8::1", "");
    cr_expect_str_eq(urls.list[0], "http://[2001:db8::1]:8080");
}

Test(urls, with_a_certificate_they_are_https) {
    collect("192.0.2.7", "");
    strcpy(options.tls_cert, "cert.pem");
    urls_collect(&options, 443, &urls);
    cr_expect_str_eq(urls.list[0], "https://192.0.2.7:443");
}

Test(urls, on_all_interfaces_there_is_always_one) {
    static const char *const all[] = {"", "0.0.0.0", "::"};
    for (int i = 0; i < 3; i++) {
        collect(all[i], "");
        cr_assert_geq(urls.count, 1);
        cr_expect_eq(strncmp(urls.list[0], "http://", 7), 0);
        cr_expect_eq(strcmp(urls.list[0], "http://localhost:8080") == 0, urls.only_local);
    }
}
