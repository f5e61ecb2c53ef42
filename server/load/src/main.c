#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "address.h"
#include "fleet.h"
#include "options.h"
#include "report.h"

enum { KEPT_ALL_RULES, BROKE_SOME, COULD_NOT_RUN };

enum { OWN_DESCRIPTORS = 64 };

static bool raise_descriptor_limit(uint32_t viewers) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)2 * viewers + OWN_DESCRIPTORS; // two each, while ghosts are about
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return false;
    }
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= wanted) {
        return true;
    }
    fprintf(stderr, "ropewalk-load: %u viewers need %llu descriptors; the limit is %llu\n", viewers,
            (unsigned long long)wanted, (unsigned long long)limit.rlim_cur);
    return false;
}

static bool find_server(const struct options *options, struct connection_host *host) {
    const char *problem = address_find(options->host, options->port, &host->address);
    if (problem != NULL) {
        fprintf(stderr, "ropewalk-load: %s: %s\n", options->host, problem);
        return false;
    }
    if (!options->allow_remote && !address_is_own((const struct sockaddr *)&host->address)) {
        fprintf(stderr,
                "ropewalk-load: %s is not on this machine; to load it all the same, give "
                "--allow-remote\n",
                options->host);
        return false;
    }
    bool v6 = strchr(options->host, ':') != NULL;
    snprintf(host->authority, sizeof host->authority, "%s%.110s%s:%u", v6 ? "[" : "", options->host,
             v6 ? "]" : "", (unsigned)options->port);
    snprintf(host->path, sizeof host->path, "%s", options->path);
    return true;
}

static int tell(const struct fleet *fleet) {
    const struct options *options = fleet->run->options;
    report_table(stdout, fleet);
    if (options->json[0] != '\0') {
        FILE *file = fopen(options->json, "w");
        if (file == NULL) {
            perror(options->json);
            return COULD_NOT_RUN;
        }
        report_json(file, fleet);
        fclose(file);
    }
    if (violations_total(&fleet->run->tally.violations) > 0) {
        return BROKE_SOME;
    }
    return fleet->joined == 0 ? COULD_NOT_RUN : KEPT_ALL_RULES;
}

// The histograms in these are too large for a stack.
struct program {
    uv_loop_t loop;
    struct run run;
    struct fleet fleet;
};

static int load(struct program *program, const struct options *options) {
    struct run *run = &program->run;
    run->options = options;
    run->host.loop = &program->loop;
    run->tally.violations.out = stderr;
    if (!find_server(options, &run->host) || !raise_descriptor_limit(options->viewers)) {
        return COULD_NOT_RUN;
    }
    int result = COULD_NOT_RUN;
    run->zone = msgpack_zone_new(MSGPACK_ZONE_CHUNK_SIZE);
    if (run->zone == NULL || uv_loop_init(&program->loop) != 0) {
        msgpack_zone_free(run->zone);
        return result;
    }
    if (fleet_open(&program->fleet, run)) {
        uv_run(&program->loop, UV_RUN_DEFAULT);
        result = tell(&program->fleet);
        fleet_release(&program->fleet);
    }
    uv_loop_close(&program->loop);
    msgpack_zone_free(run->zone);
    return result;
}

int main(int argc, char **argv) {
    static struct options options; // the codes of a thousand rooms
    options = options_default();
    switch (options_read(&options, argc, argv, stdout, stderr)) {
    case OPTIONS_RUN:
        break;
    case OPTIONS_EXIT:
        return 0;
    case OPTIONS_WRONG:
        return COULD_NOT_RUN;
    }
    signal(SIGPIPE, SIG_IGN);
    struct program *program = calloc(1, sizeof *program);
    int result = program == NULL ? COULD_NOT_RUN : load(program, &options);
    free(program);
    return result;
}
