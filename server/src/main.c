#include <stdio.h>

#include "srv/options.h"
#include "srv/server.h"

int main(int argc, char **argv) {
    struct srv_options options = srv_options_default();
    switch (srv_options_read(&options, argc, argv, stdout, stderr)) {
    case SRV_OPTIONS_RUN:
        return srv_server_run(&options);
    case SRV_OPTIONS_EXIT:
        return 0;
    case SRV_OPTIONS_WRONG:
        break;
    }
    return 2;
}
