/* tree.c: keys that all trees have. */
#include "machines/tree.h"

#include "leaves/leaf.h"
#include "parse/keys.h"
#include "parse/kind.h"

/* What every tree has: concentrators, and leaves that take messages. */
bool read_tree(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned concentrator = CONCENTRATOR_AUTO, leaf_interface = LEAF_AXI_STREAM;

	if (!read_word(q, KEY_CONCENTRATOR, concentrator_words, &concentrator)
	    || !read_word(q, KEY_LEAF_INTERFACE, leaf_interface_words, &leaf_interface)
	    || !read_number(q, KEY_PAYLOAD_BITS, 1, MAXIMUM_BITS, &spec->payload_bits))
		return false;
	spec->concentrator = concentrator;
	spec->leaf_interface = leaf_interface;
	spec->leaf = leaf_interface == LEAF_WIRES ? &wires_leaf : &stream_leaf;
	return true;
}

void print_tree(const struct spec *spec, struct text *out)
{
	print_word(out, KEY_CONCENTRATOR, concentrator_words[spec->concentrator]);
	print_word(out, KEY_LEAF_INTERFACE, leaf_interface_words[spec->leaf_interface]);
}

bool require_on_line_concentrator(const struct request *q)
{
	const struct entry *entry = q->given[KEY_CONCENTRATOR];

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
