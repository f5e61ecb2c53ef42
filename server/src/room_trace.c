// The inside of the next step, for those who ask while the world is paused. It is found once and
// kept for some seconds unless something changes, so that a whole class may look at the same step.
#include "pbd/trace.h"
#include "refusal.h"
#include "room.h"

enum { KEPT_MS = 5000 };

void room_forget_trace(struct room *room) {
    pbd_trace_destroy(room->trace);
    room->trace = NULL;
}

void room_expire_trace(struct room *room, double time_ms) {
    if (room->trace != NULL && time_ms - room->trace_ms > KEPT_MS) {
        room_forget_trace(room);
    }
}

static struct blob *encode(const struct room *room, uint32_t seq) {
    const struct pbd_trace *trace = room->trace;
    struct blob *message = blob_create();
    if (message == NULL) {
        return NULL;
    }
    wire_encode_trace(&message->buffer, seq,
                      &(struct wire_trace){
                          .step = trace->step,
                          .h_s = 1.0 / pbd_world_rate_hz(room->world),
                          .substeps = trace->substeps,
                          .sweeps = trace->sweeps,
                          .complete = trace->complete,
                          .kinds = pbd_trace_kinds,
                          .kind_count = PBD_TRACE_KIND_COUNT,
                          .particle_count = trace->particles,
                          .positions_m = trace->positions,
                          .recorded = trace->recorded_substeps,
                          .predicted_m = trace->predicted,
                          .moved_m = trace->moved,
                          .velocities_m_per_s = trace->velocities,
                          .final_m = trace->final,
                          .records = &trace->records->substep,
                          .values = trace->values,
                          .record_count = trace->record_count,
                          .term_particles = trace->term_particles,
                          .gradients = trace->gradients,
                          .corrections_m = trace->corrections,
                          .term_count = trace->term_count,
                      });
    return blob_finish(message);
}

void room_show_step(struct room *room, struct seat *seat, uint32_t seq) {
    if (!room->paused) {
        room_refuse(room, seat->viewer, true, seq, refusal_of(WIRE_NOT_PAUSED));
        return;
    }
    room_apply_moves(room); // as the step itself would
    bool found = room->trace != NULL || pbd_world_trace(room->world, &room->trace) == PBD_OK;
    struct blob *message = found ? encode(room, seq) : NULL;
    if (message == NULL) {
        room_refuse(room, seat->viewer, true, seq, refusal_of(WIRE_OUT_OF_MEMORY));
        return;
    }
    room->traces++;
    room->trace_ms = room->time_ms;
    room->sink.deliver(room->sink.context, &(struct letter){
                                               .viewer = seat->viewer,
                                               .message = message,
                                               .may_be_refused = true,
                                               .seq = seq,
                                           });
}
