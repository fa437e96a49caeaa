#!/bin/sh
# bus-files.sh FTC: the map of a bus for software: a program in C has the addresses and sizes of NAME.h, and a linker puts sections where
# NAME.ld says. TAP.
set -u
ftc=$(realpath "$1")
. "$(dirname "$0")/../common/tap.sh"

cat >map.yaml <<'END'
network: hypertree-1
name: seven
nodes: 7
bus: wishbone
map:
  - {leaf: 1-2, role: master}
  - {leaf: 4-6, role: both, base: 0x10000000, size: 8K}
  - {leaf: 3, role: slave, base: 0x80000000, size: 1M}
END
"$ftc" generate map.yaml -o seven >said 2>&1
result $? "generated"

cat >program.c <<'END'
#include "seven/seven.h"
_Static_assert(SEVEN_MASTERS == 5 && SEVEN_SLAVES == 4, "how many");
_Static_assert(SEVEN_LEAF_1_MASTER == 0 && SEVEN_LEAF_2_MASTER == 1 && SEVEN_LEAF_4_MASTER == 2 && SEVEN_LEAF_6_MASTER == 4, "masters");
_Static_assert(SEVEN_LEAF_3_SLAVE == 0 && SEVEN_LEAF_4_SLAVE == 1 && SEVEN_LEAF_6_SLAVE == 3, "slaves");
_Static_assert(SEVEN_LEAF_3_BASE == 0x80000000 && SEVEN_LEAF_3_SIZE == 1 << 20, "leaf 3");
_Static_assert(SEVEN_LEAF_5_BASE == 0x10002000 && SEVEN_LEAF_5_SIZE == 8192, "leaf 5");
_Static_assert(SEVEN_BASE_4_6(4) == SEVEN_LEAF_4_BASE && SEVEN_BASE_4_6(6) == SEVEN_LEAF_6_BASE, "computed");
#if defined SEVEN_LEAF_3_MASTER || defined SEVEN_LEAF_1_BASE || defined SEVEN_LEAF_7_MASTER || defined SEVEN_LEAF_7_BASE
#error "a role that no leaf has"
#endif
int here __attribute__((section(".five"))) = SEVEN_LEAF_5_BASE;
int there __attribute__((section(".three"))) = 3;
END
cc -std=c11 -Wall -Werror -c program.c -o program.o >said 2>&1
result $? "a program knows the map"

cat >script.ld <<'END'
INCLUDE seven/seven.ld
SECTIONS
{
  .five : { *(.five) } > seven_leaf_5
  .three : { *(.three) } > seven_leaf_3
  /DISCARD/ : { *(*) }
}
END
ld -T script.ld program.o -o program >said 2>&1 && nm program | sort >symbols
is "a linker puts sections into memories of leaves" "$(sed 's/^0*//' symbols | tr '\n' ' ')" "10002000 D here 80000000 D there "
printf 'char more[8193] __attribute__((section(".five")));\n' >more.c
cc -c more.c -o more.o && ! ld -T script.ld more.o -o more >said 2>&1 && grep -q 'will not fit in region .seven_leaf_5' said
result $? "a memory that is too small is noticed"
sed 's/bus: wishbone/bus: axi-lite/; s/role: master}/role: master, port: wishbone}/; s/0x80000000, size: 1M/&, port: wishbone/; s/name: seven/name: mixed/' map.yaml >mixed.yaml
cat >mixed.c <<'END'
#include "mixed/mixed.h"
_Static_assert(MIXED_LEAF_1_MASTER == 0 && MIXED_LEAF_2_MASTER == 1 && MIXED_LEAF_4_MASTER == 0 && MIXED_LEAF_6_MASTER == 2, "masters");
_Static_assert(MIXED_LEAF_3_SLAVE == 0 && MIXED_LEAF_4_SLAVE == 0 && MIXED_LEAF_6_SLAVE == 2, "slaves");
END
"$ftc" generate mixed.yaml -o mixed >said 2>&1 && cc -std=c11 -Wall -Werror -c mixed.c -o mixed.o >said 2>&1 && grep -q 'of the ports of its kind' mixed/mixed.h
result $? "ports of a kind are numbered by themselves"
printf 'network: fat-tree\nleaves: 4\n' >plain.yaml
"$ftc" generate plain.yaml -o plain >said 2>&1 && [ ! -e plain/fat_tree.h ] && [ ! -e plain/fat_tree.ld ]
result $? "without a bus there are no such files"
finish
