// What a call of the solver can answer: one table that yields enum, name and text.
#ifndef PBD_STATUS_H
#define PBD_STATUS_H

#define PBD_STATUSES(X)                                                                            \
    X(OK, 0, "done")                                                                               \
    X(NO_MEMORY, -1, "out of memory")                                                              \
    X(BAD_DEFINITION, -2, "the definition was not filled by its default function")                 \
    X(OUT_OF_RANGE, -3, "a value is outside its range")                                            \
    X(TOO_COSTLY, -4, "too many projections per second")                                           \
    X(NO_SUCH_PARTICLE, -5, "there is no such particle")                                           \
    X(PINNED, -6, "a pinned particle cannot be grabbed")                                           \
    X(HAND_IN_USE, -7, "that hand already holds a particle")                                       \
    X(NO_SUCH_HAND, -8, "that hand holds nothing")                                                 \
    X(TOO_MANY_HANDS, -9, "too many hands")                                                        \
    X(TOO_MANY_GUSTS, -10, "too many gusts")                                                       \
    X(NO_SUCH_PARAMETER, -11, "there is no such parameter")                                        \
    X(NO_SUCH_SCENE, -12, "there is no such scene")                                                \
    X(BAD_STATE, -13, "the saved state is damaged")                                                \
    X(OTHER_VERSION, -14, "the saved state was written by another version")                        \
    X(BAD_SCENE, -15, "the scene builds something else than it says")                              \
    X(NO_SUCH_SIMD, -16, "this processor has no vectors of that kind")

enum pbd_status {
#define X(name, code, text) PBD_##name = (code),
    PBD_STATUSES(X)
#undef X
};

const char *pbd_status_name(enum pbd_status status);
const char *pbd_status_text(enum pbd_status status);

#endif
