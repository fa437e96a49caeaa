/* routers.c: the routers of small generalized fat trees, proved. Their concentrators are left to proofs.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"
#include "util/process.h"

enum { TIMEOUT = 600, MAXIMUM_SET = 8 };

/* Each router of level l has m_l children and w_(l+1) parents. */
static const char *const networks[][MAXIMUM_SET] = {
	{ "children=[2, 2, 2]", "parents=[1, 2, 1]", "elements-between-registers=1" },
	{ "children=[2, 2, 2]", "parents=[1, 2, 1]", "elements-between-registers=3" },
	{ "children=[4, 4, 4]", "parents=[1, 2, 4]", "elements-between-registers=3" },
	{ "children=[3, 2]", "parents=[1, 2]" },
	{ "children=[1, 5]", "parents=[2, 3]" },
	{ "children=[2, 2]", "parents=[1, 2]", "link-width=2" },
	{ "children=[2, 2]", "parents=[1, 2]", "delay-ram-threshold=4" },
	{ "children=[4, 2]", "parents=[1, 2]", "up-routing=first-free", "leaf-interface=wires" },
	{ "children=[2, 3]", "parents=[1, 4]", "up-routing=first-free", "leaf-interface=wires", "link-width=2" },
	/* with broadcasts */
	{ "children=[4, 2, 3]", "parents=[1, 2, 2]", "broadcast-every=4", "elements-between-registers=1" },
	{ "children=[5, 2]", "parents=[1, 2]", "broadcast-every=4", "elements-between-registers=3" },
	{ "children=[4, 2]", "parents=[2, 2]", "broadcast-every=4", "leaf-interface=wires" },
	{ "children=[2, 3]", "parents=[1, 2]", "broadcast-every=4", "groups=[[0, 1], [1, 3-5], [2]]" },
	/* with dead links */
	{ "children=[2, 2]", "parents=[1, 2]", "link-width=2", "fault-registers=true" },
	{ "children=[4, 2]", "parents=[1, 2]", "up-routing=first-free", "leaf-interface=wires", "faults=[link:0:3:0]" },
	{ "children=[1, 3]", "parents=[1, 2]", "leaf-interface=wires", "faults=[node:1:2]" },
	/* with both */
	{ "children=[3, 2, 4]", "parents=[2, 1, 2]", "broadcast-every=4", "faults=[node:1:2]" },
	{ "children=[1, 2, 2]", "parents=[2, 3, 1]", "broadcast-every=4", "fault-registers=true",
	  "leaf-interface=wires" },
};
enum { NETWORKS = sizeof networks / sizeof networks[0] };

static bool is_concentrator(const struct proof *p)
{
	return strncmp(p->name, "concentrator_", strlen("concentrator_")) == 0;
}

/* Proves the routers; reports each proof when asked to. */
static bool run(const char *const *set, const char *yosys, bool tell)
{
	struct subject s = subject_network(ROUTERS_FILE, set);
	bool ok = subject_write(&s);

	for (size_t i = 0; ok && i < s.proofs.count; i++) {
		struct proof *p = &s.proofs.item[i];

		if (is_concentrator(p))
			continue;
		proof_run(p, yosys, s.directory, TIMEOUT);
		ok = p->result == PROOF_DONE;
		if (tell || !ok)
			printf("# %s: %s, %.1f s\n", p->name, proof_result_name(p->result), p->seconds);
		if (p->counterexample)
			printf("# %s", p->counterexample);
	}
	subject_free(&s);
	return ok;
}

int main(int argc, char **argv)
{
	char *yosys = find_tool("yosys");
	bool all = true;

	if (!yosys) {
		printf("1..0 # SKIP yosys is not installed\n");
		return 0;
	}
	(void)argv;
	printf("1..%d\n", NETWORKS);
	for (int k = 0; k < NETWORKS; k++) {
		bool ok = run(networks[k], yosys, argc > 1);

		printf("%s %d - routers of", ok ? "ok" : "not ok", k + 1);
		for (const char *const *text = networks[k]; *text; text++)
			printf(" %s", *text);
		printf("\n");
		fflush(stdout);
		all = all && ok;
	}
	free(yosys);
	return !all;
}
