// Self-contact: what is made of links or woven does not pass through itself.
//
// Its bodies are segments between two particles, or balls about one, all as thick as each other.
// Two of them keep at least the thickness between their axes, an inequality that acts only when
// violated: C = n · e − thickness ≥ 0, with e between the points that are nearest. Bodies that are
// neighbours in the material are left out.
//
// Which pairs may meet within a step is found once when it begins: by boxes that reach as far as
// the bodies are going, then by distance. The normal n is where the two points first came within
// the thickness on the way of this substep, so that bodies which meet by up to one thickness per
// substep do not pass through each other.
#ifndef SELF_CONTACT_H
#define SELF_CONTACT_H

#include <stdint.h>

#include "neighbours.h"
#include "sweep.h"

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
    float parts[2];      // of the way along each where they were nearest when the substep began
    float normal[3];     // there, from b to a
    float gap_m;         // there
    float weight;        // there: the sum of w × share²
    float multiplier;    // kg⁻¹ of which make metres
    float friction[3];
};

enum { SELF_PAIRS_PER_BODY = 12, SELF_CONTACT_COST = 16 };

// Bodies keep this part more than their thickness: what load presses together in a heap stays about
// as thick as it is said to be.
#define SELF_CONTACT_SKIN 0.0625f

struct self_contact {
    uint32_t count;           // of bodies
    float thickness_m;        // skin included
    struct self_body *bodies; // [count]
    struct neighbours search;
    struct self_pair *pairs; // [SELF_PAIRS_PER_BODY × count]
    uint32_t pair_count;
};

// Finds the pairs of a step: bodies whose distance is less than the thickness and what their
// displacements d (m per substep) and `slack_m` bring them nearer in `substeps`. Returns how many
// pairs had to be left out.
uint64_t self_contact_find(struct self_contact *self, const float *x, const float *d,
                           const float *w, float substeps, float slack_m);
// Removes overlap by at most CONTACT_PUSH_OUT_M: moves x alone, so that no speed comes of it.
// Forgets what the last substep left behind.
void self_contact_begin(struct self_contact *self, float *x, const float *w);
// Every pair once, in order of the bodies' numbers.
void self_contact_project(const struct sweep *sweep, struct self_contact *self);
// The same for one pair, C before it and its gradients, as a trace shows them.
void self_contact_project_one(const struct sweep *sweep, struct self_contact *self, uint32_t pair);
uint32_t self_contact_particles(const struct self_contact *self, uint32_t pair,
                                uint32_t particles[4]);
void self_contact_evaluate(const struct sweep *sweep, const struct self_contact *self,
                           uint32_t pair, float *value, float gradients[4][3]);
// How much less than the thickness the nearest two bodies are apart, m; 0 if none touch.
float self_contact_overlap(const struct self_contact *self, const float *x);

#endif
