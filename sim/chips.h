/* chips.h: two chips that a link joins (joint.h), as one model of a network with twice as many leaves.
 *
 * Each port of the leaves has the share of the first chip, then that of the second one. In s_axis_tdest and m_axis_tuser the top bit of a
 * leaf's field is the chip; for the chip itself it says whether that is the other one. One clock of the model is one of the faster
 * chip; the other one then has an edge or none, and shows no handshake of a clock that it lacks.
 *
 * After a reset the model brings the link up before it goes on. Outputs of the model alone, 64 bits each, count what the cable did: */
#ifndef FTC_SIM_CHIPS_H
#define FTC_SIM_CHIPS_H

#include "joint.h"

#define CHIPS_WRONG_BITS "cable_wrong_bits"
#define CHIPS_BAD_FRAMES "cable_bad_frames"
#define CHIPS_AGAIN "cable_frames_again"
#define CHIPS_LOST "cable_sessions_lost"

/* The model, which owns both chips', models of one library, or one model of both (joint.h). `clocks` is how long the link may take to come up. */
struct model *chips_model(struct model *const chip[2], const struct joint_options *o, uint64_t clocks);

#endif
