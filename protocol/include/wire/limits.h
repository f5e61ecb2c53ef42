// Limits of version 1 of the protocol. docs/PROTOCOL.md states them.
#ifndef WIRE_LIMITS_H
#define WIRE_LIMITS_H

enum {
    WIRE_VERSION = 1,
    WIRE_CLIENT_MESSAGE_BYTES_MAX = 4096, // a larger message closes the connection with 1009
    WIRE_NAME_BYTES_MAX = 40,             // a member's name, UTF-8
    WIRE_ROOM_BYTES_MAX = 16,             // a room's code
    WIRE_KEY_BYTES_MAX = 64,              // resume and host keys
    WIRE_WORD_BYTES_MAX = 32,             // names of scenes, parameters, encodings
    WIRE_PARAMETERS_MAX = 32,             // parameters in one scene command
    WIRE_ENCODINGS_MAX = 8,               // encodings in one hello
    WIRE_BROADCAST_BYTES_MAX = 200,       // what a host says to all
    WIRE_REMOVE_MINUTES_MAX = 1440,
    WIRE_DRAW_MAX = 1000,
    WIRE_NESTING_MAX = 8, // depth of arrays and maps in one client message
};

#endif
