// Self-contact: what is made of links or woven does not pass through itself.
//
// Its bodies are segments between two particles, or balls about one, all as thick as each other.
// Two of them keep at least the thickness between their axes, an inequality that acts only when
// violated: C = n · e − thickness ≥ 0, with e between the points that are nearest. Bodies that are
// neighbours in the material are left out.
//
// Which pairs may meet is found when a step begins: by boxes that reach as far as the bodies are
// going, then by distance; and again in a later substep once bodies have gone another way than
// they were, so far that others might. The normal n is found where a pair first comes within the
// thickness on the way of a substep, and stays for it. So bodies that meet by up to one thickness
// per substep do not pass through each other.
#ifndef SELF_CONTACT_H
#define SELF_CONTACT_H

#include <stdint.h>

#include "neighbours.h"
#include "sweep.h"
#include "xyz.h"

struct self_body {
    uint32_t a, b; // particles; the same: a ball
    // Where it lies in the material, m: bodies whose places are closer than the sum of their
    // `apart` are neighbours. Along a strand the place is the length from its start.
    float place_m[3];
    float apart_m;
};

// Two bodies that may meet in a step, and what has come of it in this substep.
struct self_pair {
    uint32_t a[2], b[2]; // particles of the one and of the other
    union {
        struct {
            float normal[3]; // where they were nearest when the substep began, from b to a
            float gap_m;     // there
        };
        xyz plane;
    };
    union {
        struct {
            float friction[3];
            float multiplier; // kg⁻¹ of which make metres
        };
        xyz pushed;
    };
    float parts[2]; // of the way along each to where they were nearest
    float weight;   // there: the sum of w × share²
};

// A body as a search finds it, rows side by side.
struct self_shape {
    xyz x[2], d[2]; // of its ends: m, and m per substep
    union {
        struct {
            float place_m[3]; // as of struct self_body
            float apart_m;
        };
        xyz place;
    };
};

// What a search looks at, and how far it does.
struct self_search {
    const struct kernels *kernels;   // NULL: none
    const struct self_shape *shapes; // [bodies]
    float thickness_m, slack_m, substeps;
};

#define SELF_PUSH_OUT_SPEED 0.5f // m/s

enum {
    SELF_CONTACT_COST = 16, // of a body in a sweep, in projections of a link
    SELF_SEARCH_COST = 192, // of a body in a step
};

// Bodies keep this part more than their thickness: what load presses together in a heap stays about
// as thick as it is said to be.
#define SELF_THICKNESS_MARGIN 0.0625f

struct self_contact {
    uint32_t count;            // of bodies
    float thickness_m;         // margin included
    struct self_body *bodies;  // [count]
    struct self_shape *shapes; // [count], scratch
    struct neighbours search;
    struct self_pair *pairs; // [count × NEIGHBOURS_MAX]
    uint32_t pair_count;
    bool searched; // `pairs` are those of the last step
    bool measured; // at least once since then
    // Since the search: how far bodies may have come nearer beyond what it allowed for, and what it
    // allowed for by itself.
    float strayed_m, slack_m;
    xyz *d; // [particles] m: the displacements that it went by
    uint32_t particles;
    xyz *rows;                     // [particles] m, scratch: positions or displacements
    const struct kernels *kernels; // NULL: none
};

// Finds the pairs for the coming `substeps`: bodies whose distance is less than the thickness,
// what their displacements d (m per substep) bring them nearer, and slack_m. Returns how many pairs
// had to be left out.
uint64_t self_contact_find(struct self_contact *self, uint32_t particles, const float *x,
                           const float *d, const float *w, float substeps, float slack_m,
                           const struct kernels *kernels);
// Whether, with displacements d in the last substep, pairs may meet that were not found.
bool self_contact_strays(struct self_contact *self, uint32_t particles, const float *d);
// Removes overlap, as fast as SELF_PUSH_OUT_SPEED: moves x alone, so that no speed comes of it.
// Forgets what the last substep left behind.
void self_contact_begin(struct self_contact *self, float substep_s, float *x, const float *w);
// Every pair once, in order of the bodies' numbers.
void self_contact_project(const struct sweep *sweep, struct self_contact *self);
// The same for one pair, C before it and its gradients, as a trace shows them.
void self_contact_project_one(const struct sweep *sweep, struct self_contact *self, uint32_t pair);
uint32_t self_contact_particles(const struct self_contact *self, uint32_t pair,
                                uint32_t particles[4]);
void self_contact_evaluate(const struct sweep *sweep, const struct self_contact *self,
                           uint32_t pair, float *value, float gradients[4][3]);
// How much less than the thickness the nearest two bodies are apart, m; 0 if none touch. Once
// searched.
float self_contact_overlap(const struct self_contact *self, const float *x);

#endif
