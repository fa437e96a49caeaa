/* single.c: a single plan as Verilog. */
#include "single.h"

#include <stdlib.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "machines/fat_tree_common.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "util/digest.h"
#include "util/text.h"

struct network *single_plan(const struct plan_library *like, enum plan_kind kind, unsigned r, unsigned s,
			    struct output *files)
{
	static struct spec spec = { .name = SINGLE_NAME, .kind = &fat_tree_kind, .family = families, .shell = &no_shell,
				    .source = "", .leaves = 2, .levels = 1,
				    .capacity = { 0, 1 }, .connections = 1, .payload_bits = 1 };
	struct network *net = allocate(sizeof *net);
	struct design *design = allocate(sizeof *design);

	net->spec = net->own = spec_copy(&spec);
	net->plans = *like;
	net->plans.wish = kind == PLAN_SORTER ? PLAN_AUTO : kind;
	lower_plan(design, kind == PLAN_SORTER ? plan_sorter(&net->plans, r) : plan_concentrator(&net->plans, r, s));
	if (!design_check(design) || !emit_verilog(design, net, "test", files))
		abort();
	design_free(design);
	return net;
}

uint64_t single_digest(const struct output *files)
{
	uint64_t d = FNV_START;

	for (size_t i = 0; i < files->count; i++)
		d = fnv(d, files->files[i].content.bytes, files->files[i].content.length);
	return d;
}
