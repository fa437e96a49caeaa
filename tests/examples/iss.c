/* iss.c: decoded by the tables of the specification, not as the core does it. */
#include "iss.h"

#include <stddef.h>

const char *const iss_names[ISS_KINDS] = { "lui", "auipc", "jal", "jalr", "beq", "bne", "blt", "bge", "bltu", "bgeu", "lb", "lh",
	"lw", "lbu", "lhu", "sb", "sh", "sw", "addi", "slti", "sltiu", "xori", "ori", "andi", "slli", "srli", "srai", "add", "sub",
	"sll", "slt", "sltu", "xor", "srl", "sra", "or", "and", "fence", "stop" };
enum { LUI, AUIPC, JAL, JALR, BEQ, BNE, BLT, BGE, BLTU, BGEU, LB, LH, LW, LBU, LHU, SB, SH, SW, ADDI, SLTI, SLTIU, XORI, ORI, ANDI,
	SLLI, SRLI, SRAI, ADD, SUB, SLL, SLT, SLTU, XOR, SRL, SRA, OR, AND, FENCE, STOP };

/* The bits that an instruction fixes, and their values. ecall and ebreak (all that has their opcode and funct3 0) are one. */
static const struct { uint32_t mask, match; } encoding[ISS_KINDS] = {
	[LUI] = { 0x7f, 0x37 }, [AUIPC] = { 0x7f, 0x17 }, [JAL] = { 0x7f, 0x6f }, [JALR] = { 0x707f, 0x67 },
	[BEQ] = { 0x707f, 0x63 }, [BNE] = { 0x707f, 0x1063 }, [BLT] = { 0x707f, 0x4063 }, [BGE] = { 0x707f, 0x5063 },
	[BLTU] = { 0x707f, 0x6063 }, [BGEU] = { 0x707f, 0x7063 },
	[LB] = { 0x707f, 0x03 }, [LH] = { 0x707f, 0x1003 }, [LW] = { 0x707f, 0x2003 }, [LBU] = { 0x707f, 0x4003 },
	[LHU] = { 0x707f, 0x5003 }, [SB] = { 0x707f, 0x23 }, [SH] = { 0x707f, 0x1023 }, [SW] = { 0x707f, 0x2023 },
	[ADDI] = { 0x707f, 0x13 }, [SLTI] = { 0x707f, 0x2013 }, [SLTIU] = { 0x707f, 0x3013 }, [XORI] = { 0x707f, 0x4013 },
	[ORI] = { 0x707f, 0x6013 }, [ANDI] = { 0x707f, 0x7013 }, [SLLI] = { 0xfe00707f, 0x1013 },
	[SRLI] = { 0xfe00707f, 0x5013 }, [SRAI] = { 0xfe00707f, 0x40005013 },
	[ADD] = { 0xfe00707f, 0x33 }, [SUB] = { 0xfe00707f, 0x40000033 }, [SLL] = { 0xfe00707f, 0x1033 },
	[SLT] = { 0xfe00707f, 0x2033 }, [SLTU] = { 0xfe00707f, 0x3033 }, [XOR] = { 0xfe00707f, 0x4033 },
	[SRL] = { 0xfe00707f, 0x5033 }, [SRA] = { 0xfe00707f, 0x40005033 }, [OR] = { 0xfe00707f, 0x6033 },
	[AND] = { 0xfe00707f, 0x7033 }, [FENCE] = { 0x707f, 0x0f }, [STOP] = { 0x707f, 0x73 },
};

int iss_kind(uint32_t word)
{
	for (int i = 0; i < ISS_KINDS; i++)
		if ((word & encoding[i].mask) == encoding[i].match)
			return i;
	return ISS_ILLEGAL;
}

/* Bits high..low of the word, as a number with a sign. */
static int32_t field(uint32_t word, unsigned high, unsigned low)
{
	return (int32_t)(word << (31 - high)) >> (31 - high + low);
}

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
	return word << (31 - high) >> (31 - high + low);
}

static uint32_t branch_offset(uint32_t w)
{
	return (uint32_t)field(w, 31, 31) << 12 | bits(w, 7, 7) << 11 | bits(w, 30, 25) << 5 | bits(w, 11, 8) << 1;
}

static uint32_t jump_offset(uint32_t w)
{
	return (uint32_t)field(w, 31, 31) << 20 | bits(w, 19, 12) << 12 | bits(w, 20, 20) << 11 | bits(w, 30, 21) << 1;
}

static uint32_t *word_at(struct iss *s, uint32_t address)
{
	if (address - ISS_BASE < 4 * ISS_WORDS)
		return &s->memory[(address - ISS_BASE) / 4];
	if (address - ISS_FAR_BASE < 4 * ISS_FAR_WORDS)
		return &s->far[(address - ISS_FAR_BASE) / 4];
	return NULL;
}

static bool taken(int kind, uint32_t a, uint32_t b)
{
	switch (kind) {
	case BEQ: return a == b;
	case BNE: return a != b;
	case BLT: return (int32_t)a < (int32_t)b;
	case BGE: return (int32_t)a >= (int32_t)b;
	case BLTU: return a < b;
	default: return a >= b;
	}
}

static uint32_t computed(int kind, uint32_t a, uint32_t b)
{
	switch (kind) {
	case ADDI: case ADD: return a + b;
	case SUB: return a - b;
	case SLTI: case SLT: return (int32_t)a < (int32_t)b;
	case SLTIU: case SLTU: return a < b;
	case XORI: case XOR: return a ^ b;
	case ORI: case OR: return a | b;
	case ANDI: case AND: return a & b;
	case SLLI: case SLL: return a << (b & 31);
	case SRLI: case SRL: return a >> (b & 31);
	default: return (uint32_t)((int32_t)a >> (b & 31));
	}
}

/* A load or store of 1, 2 or 4 bytes. */
static void access_memory(struct iss *s, int kind, uint32_t address, uint32_t data, struct iss_effect *e)
{
	unsigned size = kind == LB || kind == LBU || kind == SB ? 1 : kind == LW || kind == SW ? 4 : 2;
	unsigned shift = 8 * (address & 3);
	uint32_t *word = word_at(s, address);
	uint32_t mask = (size == 4 ? 0xffffffff : (1u << 8 * size) - 1) << shift;
	bool own = address - ISS_BASE < 4 * ISS_WORDS;

	if (address % size != 0) {
		e->stopped = e->fault = true;
		return;
	}
	e->address = address;
	e->lanes = ((1u << size) - 1) << (address & 3);
	if (kind >= SB) {
		/* The bus takes a store before it answers. */
		e->stores = true;
		e->value = data << shift & mask;
		if (word)
			*word = (*word & ~mask) | e->value;
	} else {
		e->loads_far = !own;
		if (word) {
			e->writes_register = true;
			e->value = (*word & mask) >> shift;
			if (kind == LB || kind == LH)
				e->value = (uint32_t)field(e->value, 8 * size - 1, 0);
		}
	}
	e->stopped = e->fault = !word;
}

/* rd is written also when the target is not aligned, which stops the core. */
static void jump(struct iss *s, uint32_t target, struct iss_effect *e)
{
	s->pc = target;
	e->stopped = e->fault = target & 2;
}

struct iss_effect iss_step(struct iss *s)
{
	struct iss_effect e = { 0 };
	uint32_t pc = s->pc, w = s->memory[pc / 4 % ISS_WORDS];
	int kind = iss_kind(w);
	uint32_t *x = s->memory + ISS_WORDS - 32;
	uint32_t a = x[bits(w, 19, 15)], b = x[bits(w, 24, 20)];
	uint32_t i_immediate = (uint32_t)field(w, 31, 20);

	if (kind == ISS_ILLEGAL || kind == STOP) {
		e.stopped = true;
		e.fault = kind == ISS_ILLEGAL;
		return e;
	}
	s->pc = pc + 4;
	e.rd = bits(w, 11, 7);
	if (kind >= BEQ && kind <= BGEU) {
		if (taken(kind, a, b))
			jump(s, pc + branch_offset(w), &e);
	} else if (kind >= LB && kind <= LHU) {
		access_memory(s, kind, a + i_immediate, 0, &e);
	} else if (kind >= SB && kind <= SW) {
		access_memory(s, kind, a + ((uint32_t)field(w, 31, 25) << 5 | bits(w, 11, 7)), b, &e);
	} else if (kind != FENCE) {
		e.writes_register = true;
		e.value = kind == LUI ? w & 0xfffff000 : kind == AUIPC ? pc + (w & 0xfffff000) : kind <= JALR ? pc + 4 :
			computed(kind, a, kind <= SRAI ? i_immediate : b);
		if (kind == JAL)
			jump(s, pc + jump_offset(w), &e);
		if (kind == JALR)
			jump(s, (a + i_immediate) & ~1u, &e);
	}
	e.writes_register = e.writes_register && e.rd != 0;
	if (e.writes_register)
		x[e.rd] = e.value;
	return e;
}
