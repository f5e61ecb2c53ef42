#include <stdio.h>
#include <string.h>

#include "srv/commands.h"
#include "srv/options.h"
#include "srv/server.h"

// ropewalk [flags], ropewalk health [flags], ropewalk host-link CODE [flags]
int main(int argc, char **argv) {
    struct srv_options options = srv_options_default();
    bool health = argc > 1 && strcmp(argv[1], "health") == 0;
    bool host_link = argc > 1 && strcmp(argv[1], "host-link") == 0;
    if (host_link && argc < 3) {
        fprintf(stderr, "ropewalk: host-link needs the code of a room\n");
        return 2;
    }
    int words = host_link ? 2 : health ? 1 : 0;
    switch (srv_options_read(&options, argc - words, argv + words, stdout, stderr)) {
    case SRV_OPTIONS_RUN:
        break;
    case SRV_OPTIONS_EXIT:
        return 0;
    case SRV_OPTIONS_WRONG:
        return 2;
    }
    if (health) {
        return srv_command_health(&options);
    }
    return host_link ? srv_command_host_link(&options, argv[2]) : srv_server_run(&options);
}
