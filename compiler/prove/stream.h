/* stream.h: proofs that the streams which leave a network's leaves obey AXI4-Stream. */
#ifndef FTC_PROVE_STREAM_H
#define FTC_PROVE_STREAM_H

#include "lower/builder.h"
#include "prove/builder.h"

/* A register or an internal wire of the circuit that a monitor sees: "receiver.bits", the net receiver_bits of the
 * proof; "lane[0].take" is lane_0_take there, unless it has another name. */
struct seen {
	const char *name;
	unsigned width;
	const char *net;		/* or NULL */
};

/* The proof of a stream. */
struct stream_proof {
	const char *name;		/* of the stream: NULL is "m_axis" */
	const struct instance *instance;	/* of a template that the design itself does not instantiate: for widths; or NULL */
	const struct seen *seen;	/* ends with a NULL name; NULL: none */
	/* A monitor beside that of all streams, or NULL. It has two outputs of a bit each: `holds` in every clock behind the
	 * first reset, and is proved, too; `promised` is what the neighbours promise. */
	const char *claims;
	const struct named_value *given;	/* its parameters; ends with a NULL name; NULL: none */
	const char *inputs;		/* its inputs: ports of the circuit, and nets of what is seen; spaces part them */
	unsigned clocks;		/* of the induction, at most; 0: 4 */
};

/* The first instance of the module or template in the design, which must have one. */
const struct instance *instance_of(const struct design *d, const char *module);

/* Is the module the module or template `leaf`, or does it hold an instance of it, however deep? */
bool leads_to(const struct design *d, const char *module, const char *leaf);

/* Adds the proof SUBJECT_stream that the stream of this circuit, a module or template of the design, obeys AXI4-Stream
 * (rtl-templates/leaves/proof/axi_stream.v). All of the circuit's inputs are free, also `rst`, which it must have. Without
 * tready a word is taken in the clock in which it is shown. */
void prove_stream(struct proofs *list, struct circuit *c, const struct design *d, const char *module, const char *what,
		  const struct stream_proof *s);

/* Adds proofs that the network's reset reaches the port `rst` of every instance of the module or template `leaf` in the clock in
 * which it comes: one for each module on the way, MODULE_reset. */
void prove_resets(struct proofs *list, const struct design *d, const char *leaf);
/* Of a template that has these instances of `leaf`, whose names are printf-like with their numbers, from 0 on: "member[%u]".
 * `c` is the template's circuit. */
void prove_reset_in_template(struct proofs *list, struct circuit *c, const char *leaf, const char *name, unsigned count);

#endif
