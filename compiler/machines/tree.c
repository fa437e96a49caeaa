/* tree.c: keys that all trees have. */
#include "machines/tree.h"

#include "leaves/leaf.h"
#include "parse/kind.h"

static const char *const concentrator_words[] = {
	[CONCENTRATOR_AUTO] = "auto", [CONCENTRATOR_BATCHER] = "batcher", [CONCENTRATOR_BUTTERFLY] = "butterfly",
	[CONCENTRATOR_PARTIAL] = "partial", NULL
};
const struct key concentrator_key = {
	.name = "concentrator", .type = KEY_WORD, .field = offsetof(struct spec, concentrator), .words = concentrator_words,
	.preset = CONCENTRATOR_AUTO, .help = "What the concentrators are made of.",
};

static const char *const leaf_interface_words[] = { [LEAF_AXI_STREAM] = "axi-stream", [LEAF_WIRES] = "wires", NULL };
const struct key leaf_interface_key = {
	.name = "leaf-interface", .type = KEY_WORD, .field = offsetof(struct spec, leaf_interface), .words = leaf_interface_words,
	.preset = LEAF_AXI_STREAM, .help = "What stands at the leaves: adapters with AXI4-Stream ports, or the bare wires.",
};

void set_tree_leaf(struct spec *spec)
{
	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &wires_leaf : &stream_leaf;
}

bool require_on_line_concentrator(const struct request *q)
{
	const struct entry *entry = given(q, &concentrator_key);

	if (q->spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	error_at(entry->items[0].at, "concentrator is partial, and network is %s: expected auto, batcher or butterfly",
		 q->spec->kind->word);
	suggest_value(entry, concentrator_words[CONCENTRATOR_AUTO]);
	return false;
}

void tree_describe(const struct spec *spec, struct text *out)
{
	text_print(out, "Fat-tree network on chip of %u leaves, %u payload bits", spec->leaves, spec->payload_bits);
}
