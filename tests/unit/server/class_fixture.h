// A room with a class in it, and what its members and its host say.
#ifndef CLASS_FIXTURE_H
#define CLASS_FIXTURE_H

#include "messages.h"
#include "room_fixture.h"
#include "support.h"

enum { HOST = 7, ADA = 8, BEN = 9, CAT = 10 }; // viewers

// A hosted room with a host on seat 1, Ada on seat 2 and Ben on seat 3.
void class_open(struct test_room *t);
void class_say(struct test_room *t, uint64_t viewer, struct wire_client_message message);

struct wire_client_message on_off_message(uint32_t seq, enum wire_client_type type, bool on);
struct wire_client_message member_message(uint32_t seq, enum wire_client_type type, uint32_t seat,
                                          bool on);
struct wire_client_message permit_message(uint32_t seq, enum wire_right right, uint32_t seat,
                                          bool on);
struct wire_client_message allow_message(uint32_t seq, enum wire_right right, enum wire_holders to);
struct wire_client_message newcomers_message(uint32_t seq, enum wire_newcomers policy);
struct wire_client_message rename_message(uint32_t seq, const char *name);

// Whether a letter to a viewer says that it may grab; letters before it do not matter.
bool told_to_grab(const struct test_room *t, uint64_t viewer);

#endif
