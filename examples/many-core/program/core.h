/* core.h: what a program needs to know of its core. */
#ifndef CORE_H
#define CORE_H

#include <stdint.h>

#include "sixteen.h"			/* of `ftc generate sixteen.yaml`; four.yaml has the same addresses */

#define LINE (*(volatile uint32_t *)0x20000000)	/* a store to it sends a byte: leaf 0's goes onto the serial line */

/* The program is the same at all leaves, but lies at other addresses: by them it knows where it is. */
#define LEAF ((unsigned)((uintptr_t)core_start - SIXTEEN_BASE_0_15(0)) / SIXTEEN_LEAF_0_SIZE)
/* A variable as it lies at another leaf. */
#define AT(leaf, variable) ((volatile __typeof__(variable) *)((uintptr_t)&(variable) + ((leaf) - LEAF) * SIXTEEN_LEAF_0_SIZE))

void core_start(void);
int main(void);

/* main's result 0 stops the core by ebreak, any other with a fault. */
__asm__(".section .start, \"ax\"\n"
	".globl core_start\n"
	"core_start: la sp, stack_end\n"
	"call main\n"
	"bnez a0, 1f\n"
	"ebreak\n"
	"1: .word 0\n"
	".text\n");

#endif
