#include "process.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool read_file(uint32_t pid, const char *name, char *text, size_t bytes) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    size_t length = fread(text, 1, bytes - 1, file);
    fclose(file);
    text[length] = '\0';
    return length > 0;
}

// `name`: "stat" of the process, or of one of its threads.
static bool read_cpu(uint32_t pid, const char *name, double *cpu_s) {
    char text[1024];
    unsigned long long user, system;
    if (!read_file(pid, name, text, sizeof text)) {
        return false;
    }
    // The second field is the program's name in parentheses, which may hold anything.
    const char *rest = strrchr(text, ')');
    if (rest == NULL || sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
                               &user, &system) != 2) {
        return false;
    }
    *cpu_s = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    return true;
}

static bool read_resident(uint32_t pid, uint64_t *resident_kb) {
    char text[256];
    unsigned long long pages;
    if (!read_file(pid, "statm", text, sizeof text) || sscanf(text, "%*u %llu", &pages) != 1) {
        return false;
    }
    *resident_kb = pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    return true;
}

static bool count_descriptors(uint32_t pid, uint64_t *count) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%u/fd", pid);
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return false;
    }
    *count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        *count += entry->d_name[0] != '.';
    }
    closedir(folder);
    return true;
}

bool process_usage(uint32_t pid, struct process_usage *usage) {
    struct process_usage read;
    char main_thread[32];
    snprintf(main_thread, sizeof main_thread, "task/%u/stat", pid);
    if (!read_cpu(pid, "stat", &read.cpu_s) ||
        !read_cpu(pid, main_thread, &read.main_thread_cpu_s) ||
        !read_resident(pid, &read.resident_kb) || !count_descriptors(pid, &read.descriptors)) {
        return false;
    }
    *usage = read;
    return true;
}
