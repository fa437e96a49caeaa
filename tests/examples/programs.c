#include "programs.h"

#include <stdbool.h>
#include <stddef.h>

#include "iss.h"

/* Words of code; behind it lie data, up to the registers. Some registers keep the bases of loads, stores and jumps. */
enum { CODE = 900, REGISTERS = ISS_WORDS - 32, DATA_BYTES = 4 * (REGISTERS - CODE), JUMP_BASE = 29, FAR_BASE, OWN_BASE };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)((state * 0x2545f4914f6cdd1du) >> 32) % below;
}

static uint32_t word(void)
{
	uint32_t w = draw(0x10000) << 16 | draw(0x10000);

	/* Signs, carries and comparisons need small and extreme numbers. */
	switch (draw(6)) {
	case 0: return draw(40);
	case 1: return -draw(40);
	case 2: return 0x80000000 + draw(5) - 2;
	default: return w;
	}
}

static uint32_t i_type(uint32_t opcode, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t immediate)
{
	return immediate << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}

static uint32_t computation(uint32_t rd)
{
	uint32_t funct3 = draw(8), rs1 = draw(32), rs2 = draw(32);
	uint32_t seventh = draw(2) && (funct3 == 0 || funct3 == 5) ? 0x20 : 0;

	if (draw(2))
		return seventh << 25 | i_type(0x33, funct3, rd, rs1, rs2);
	if (funct3 == 1 || funct3 == 5)
		return i_type(0x13, funct3, rd, rs1, (funct3 == 5 ? seventh << 5 : 0) | rs2);
	return i_type(0x13, funct3, rd, rs1, draw(4096));
}

static uint32_t load_or_store(uint32_t rd)
{
	static const uint32_t loads[] = { 0, 1, 2, 4, 5 };
	bool is_far = draw(4) == 0, store = draw(2);
	uint32_t base = is_far ? FAR_BASE : OWN_BASE, reach = is_far ? 4 * ISS_FAR_WORDS : DATA_BYTES;
	uint32_t funct3 = store ? draw(3) : loads[draw(5)];
	uint32_t offset = (draw(reach) & ~((1u << (funct3 & 3)) - 1)) - reach / 2;

	if (store)
		return (offset >> 5 & 127) << 25 | draw(32) << 20 | base << 15 | funct3 << 12 | (offset & 31) << 7 | 0x23;
	return i_type(0x03, funct3, rd, base, offset & 4095);
}

/* Mostly forward; a program that loops in a place for the rest of its time shows little. */
static uint32_t branch(unsigned at)
{
	static const uint32_t conditions[] = { 0, 1, 4, 5, 6, 7 };
	uint32_t forward = 4 + 4 * draw(8), offset = draw(16) == 0 && at > 16 ? -forward : forward;

	return (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 | draw(32) << 20 | draw(32) << 15 | conditions[draw(6)] << 12 |
		(offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7 | 0x63;
}

static uint32_t jump(uint32_t rd, uint32_t offset)
{
	return (offset >> 20 & 1) << 31 | (offset >> 1 & 1023) << 21 | (offset >> 11 & 1) << 20 | (offset >> 12 & 255) << 12 |
		rd << 7 | 0x6f;
}

static void loop(uint32_t memory[])
{
	for (unsigned i = 0; i < CODE - 1; i++) {
		uint32_t rd = draw(JUMP_BASE), choice = i < CODE - 12 ? draw(100) : 0;

		if (choice < 52)
			memory[i] = computation(rd);
		else if (choice < 78)
			memory[i] = load_or_store(rd);
		else if (choice < 88)
			memory[i] = branch(i);
		else if (choice < 91)
			memory[i] = jump(rd, 4 + 4 * draw(8));
		else if (choice < 94) {
			memory[i++] = JUMP_BASE << 7 | 0x17;
			memory[i] = i_type(0x67, 0, rd, JUMP_BASE, 8 + 4 * draw(8) + draw(2));
		} else if (choice < 99)
			memory[i] = draw(1 << 20) << 12 | rd << 7 | (draw(2) ? 0x37 : 0x17);
		else
			memory[i] = 0x0ff0000f;
	}
	memory[CODE - 1] = jump(0, -4u * (CODE - 1));
	for (unsigned i = CODE; i < REGISTERS; i++)
		memory[i] = word();
}

/* The opcodes of RV32I, in most of the words. */
static void words(uint32_t memory[])
{
	static const uint32_t opcodes[] = { 0x37, 0x17, 0x6f, 0x67, 0x63, 0x03, 0x23, 0x13, 0x33, 0x0f, 0x73, 0x13, 0x33, 0x13 };

	for (unsigned i = 0; i < REGISTERS; i++) {
		memory[i] = draw(0x10000) << 16 | draw(0x10000);
		if (draw(16) != 0)
			memory[i] = (memory[i] & ~0x7fu) | opcodes[draw(sizeof opcodes / sizeof *opcodes)];
		if (draw(4) != 0)
			memory[i] &= 0x41ffffff;
		if ((memory[i] & 0x7f) == 0x73 && draw(2))
			memory[i] &= ~0x7000u;
		/* A word of one bit too many or too few. */
		if (draw(8) == 0)
			memory[i] ^= 1u << draw(32);
	}
}

void program_draw(uint32_t memory[], unsigned seed, unsigned index)
{
	uint32_t *x = memory + REGISTERS;

	state = seed * 0x9e3779b97f4a7c15u + index * 0xbf58476d1ce4e5b9u + 1;
	for (unsigned i = 0; i < 10; i++)
		draw(2);
	if (index % 2 == 1)
		words(memory);
	else
		loop(memory);
	x[0] = 0;
	for (unsigned i = 1; i < 32; i++)
		x[i] = word();
	/* Near own memory: some of the random loads find something. */
	for (unsigned i = 8; i < 16 && index % 2 == 1; i++)
		x[i] = (draw(2) ? ISS_BASE : ISS_FAR_BASE) + draw(4096);
	x[OWN_BASE] = ISS_BASE + 4 * CODE + DATA_BYTES / 2;
	x[FAR_BASE] = ISS_FAR_BASE + 4 * ISS_FAR_WORDS / 2;
	x[JUMP_BASE] = ISS_BASE + 4 * draw(CODE / 2);
}
