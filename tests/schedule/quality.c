/* quality.c: cycles over the lower bound, and times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "schedule/methods.h"
#include "sets.h"
static int packed_debug;
static double now(void){ struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t); return (double)t.tv_sec+1e-9*(double)t.tv_nsec; }
int main(int argc, char **argv)
{
	unsigned n = (unsigned)atoi(argv[1]), w = (unsigned)atoi(argv[2]);
	for (int i = 3; i < argc; i++) {
		if (!strcmp(argv[i],"-v")) { packed_debug = 1; continue; }
		struct channel_tree tree = universal_tree(n, w);
		struct message_set set; struct schedule sc; struct load_factor l;
		if (!named_set(argv[i], n, 1, &set)) return 1;
		l = load_factor(&tree, &set);
		double t = now();
		schedule_make(&sc, &tree, &set, SCHEDULE_PACKED);
		t = now() - t;
		unsigned b;
		printf("n %u w %u %s: %zu messages, bound %llu, packed %u (%.3f), theorem 1 %u, %.3f s\n", n, w, argv[i], set.count, (unsigned long long)load_factor_cycles(&l), sc.cycles, sc.cycles/(double)load_factor_cycles(&l), theorem_1_cycles(&tree,&set,&b), t);
	}
}
