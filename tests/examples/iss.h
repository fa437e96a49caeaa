/* iss.h: an instruction-set simulator of examples/many-core/serial_core.v: RV32I, its registers the last words of its memory. */
#ifndef ISS_H
#define ISS_H

#include <stdbool.h>
#include <stdint.h>

enum { ISS_WORDS = 1024, ISS_FAR_WORDS = 256 };
#define ISS_BASE 0x10000000u		/* of the own memory */
#define ISS_FAR_BASE 0x20000000u	/* of what the bus reaches; all else it answers by an error */

/* What an instruction did that can be seen: each is there or not. */
struct iss_effect {
	bool writes_register, stores, loads_far, stopped, fault;
	unsigned rd;
	uint32_t value;		/* of rd, or of the bytes that are stored, in their lanes */
	uint32_t address;	/* of a store, or of a load over the bus */
	unsigned lanes;
};

struct iss {
	uint32_t pc;
	uint32_t memory[ISS_WORDS], far[ISS_FAR_WORDS];
};

/* Which of RV32I's instructions a word is: ISS_ILLEGAL, or from 0 on in the order of iss_names. */
enum { ISS_ILLEGAL = -1, ISS_KINDS = 39 };
int iss_kind(uint32_t word);
extern const char *const iss_names[ISS_KINDS];

/* Executes an instruction. */
struct iss_effect iss_step(struct iss *s);

#endif
