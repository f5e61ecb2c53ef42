// A run in figures: a table for people, one flat JSON object for programs.
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "fleet.h"

void report_table(FILE *out, const struct fleet *fleet);
void report_json(FILE *out, const struct fleet *fleet);

#endif
