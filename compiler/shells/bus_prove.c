/* bus_prove.c: proofs of the bus, once for each shape of bridge: a monitor of rtl-templates/bus/proof/ for each part.
 *
 *   decodes     an address belongs to the slave that the map says
 *   asks        strict order: an access is sent once, to one slave at a time, and told once
 *   remembers   relaxed order: tags are not reused, each access is told once, in order, with its own answer
 *   serves      the queue has room for all requests that can be under way; an answer is that of its request
 *   turns       requests and answers take turns; what is offered stays
 *   carries     what one end packs into a word the other end gets out of it; every word is taken
 *   keeps       a row of a RAM stays as it was written
 *   gives, joins, splits, sends, holds   ports that are no pipelined Wishbone
 *   finds       a window of doorbells is where the map says
 *   rings       a doorbell keeps each bit that is set, and interrupts
 *   changes     nothing comes between the load and the store that change a word
 *
 * They fit together by arithmetic: `asks` and `remembers` show that a master has no more accesses under way to a slave than
 * its limit. Their sum over all masters, bus_requests(), is what `serves` assumes. It shows that a request gets an answer with
 * its own tag, which the masters assume. That each leaf takes every word at once is what the network needs to move. */
#include <stdlib.h>

#include "lower/builder.h"
#include "parse/bus.h"
#include "plan/plan.h"
#include "prove/catalogue.h"
#include "shells/bus.h"

/* ---- The map ----------------------------------------------------------------------------------------------------- */

/* The map as the monitor has it, slave by slave. */
static void prove_decoder(struct proofs *list, const struct network *net, const struct design *bus)
{
	enum { WORD = 32, BYTE = 8 };
	const struct spec *spec = net->spec;
	unsigned slaves = bus_slaves(spec) + (spec->bus->rung ? bus_roles(spec) : 0), count = 0;
	unsigned *base = allocate_array(slaves, sizeof *base), *label = allocate_array(slaves, sizeof *label);
	unsigned *size = allocate_array(slaves, sizeof *size), *limit = allocate_array(slaves, sizeof *limit);

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++) {
		if (!bus_is_slave(spec, leaf))
			continue;
		base[count] = (unsigned)bus_base(spec, leaf);
		label[count] = network_label(net, leaf);
		size[count] = (unsigned)bus_region_of(spec, leaf)->size;
		limit[count++] = bus_region_of(spec, leaf)->per_slave;
	}
	for (unsigned leaf = 0; leaf < spec->leaves && spec->bus->rung; leaf++) {
		if (!bus_region_of(spec, leaf))
			continue;
		base[count] = (unsigned)bus_bell(spec, leaf);
		label[count] = network_label(net, leaf);
		size[count] = DOORBELL_BYTES;
		limit[count++] = bus_region_of(spec, leaf)->per_slave;
	}
	const struct named_value given[] = { { "SLAVES", slaves }, { NULL, 0 } };
	struct parameter vectors[] = {
		{ .name = "BASES", .digits = packed_digits(base, slaves, WORD), .width = slaves * WORD },
		{ .name = "LABELS", .digits = packed_digits(label, slaves, WORD), .width = slaves * WORD },
		{ .name = "SIZES", .digits = packed_digits(size, slaves, WORD), .width = slaves * WORD },
		{ .name = "LIMITS", .digits = packed_digits(limit, slaves, BYTE), .width = slaves * BYTE },
		{ 0 }
	};

	catalogue_prove_each(list, bus, "bus_decodes", &(struct site){ .given = { given }, .vectors = vectors });
	for (const struct parameter *p = vectors; p->name; p++)
		free(p->digits);
	free(limit);
	free(size);
	free(label);
	free(base);
}

/* ---- Bridges ----------------------------------------------------------------------------------------------------- */

/* Bits of whom an answer is for. */
static unsigned back_bits(const struct network *net, const struct bus_leaf *leaf)
{
	return net->label_bits + leaf->tag_bits + 1;
}

static void prove_words(struct proofs *list, const struct bus_leaf *leaf, unsigned address_bits, unsigned width)
{
	const struct named_value given[] = {
		{ "ADDRESS_BITS", address_bits }, { "WIDTH", width }, { "LUT_RAM", leaf->lut_ram }, { NULL, 0 }
	};

	catalogue_prove(list, "bus_keeps", &(struct site){ .given = { given } });
}

static void prove_slave(struct proofs *list, const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	unsigned back = back_bits(net, leaf);
	const struct named_value given[] = {
		{ "BACK_BITS", back }, { "ADDRESS_BITS", leaf->word_bits }, { "PLACES", leaf->places },
		{ "REQUESTS", bus_requests(net->spec, number) }, { "DATA_BITS", BUS_DATA_BITS },
		{ "LUT_RAM", leaf->lut_ram }, { "TIMEOUT", net->spec->bus->timeout }, { NULL, 0 }
	};

	catalogue_prove(list, "bus_serves", &(struct site){ .given = { given } });
	prove_words(list, leaf, digit_bits(leaf->places), back + leaf->word_bits + BUS_WORD_BYTES + BUS_DATA_BITS);
}

static void prove_master(struct proofs *list, const struct network *net, const struct bus_leaf *leaf)
{
	const struct named_value given[] = {
		{ "LABEL_BITS", net->label_bits }, { "LIMIT_BITS", leaf->limit_bits }, { "TAG_BITS", leaf->tag_bits },
		{ "LONE", leaf->lone }, { "POSTED", leaf->posted }, { "DATA_BITS", BUS_DATA_BITS },
		{ "LUT_RAM", leaf->lut_ram }, { NULL, 0 }
	};

	catalogue_prove(list, leaf->relaxed ? "bus_remembers" : "bus_asks", &(struct site){ .given = { given } });
	if (leaf->relaxed)
		prove_words(list, leaf, leaf->tag_bits, BUS_DATA_BITS);
}

static void prove_turn(struct proofs *list, const struct network *net, const struct bus_leaf *leaf)
{
	const struct named_value given[] = { { "WIDTH", back_bits(net, leaf) + 1 + BUS_DATA_BITS }, { NULL, 0 } };

	catalogue_prove(list, "bus_turns", &(struct site){ .given = { given } });
}

/* ---- Ports ------------------------------------------------------------------------------------------------------- */

/* The answers that a master's port holds: those to writes and those to reads. */
static void prove_answers(struct proofs *list, const struct bus_leaf *leaf)
{
	enum { RESPONSE_BITS = 2 };
	static const unsigned widths[] = { RESPONSE_BITS, RESPONSE_BITS + BUS_DATA_BITS };
	unsigned entries = bus_entries(leaf);

	for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
		const struct named_value given[] = {
			{ "WIDTH", widths[k] }, { "PLACES", entries }, { "LUT_RAM", leaf->lut_ram }, { NULL, 0 }
		};

		catalogue_prove(list, "axi_gives", &(struct site){ .given = { given } });
		if (entries > 1)
			prove_words(list, leaf, digit_bits(entries), widths[k]);
	}
}

static void prove_ports(struct proofs *list, const struct network *net, const struct design *bus)
{
	static const char *const monitors[] = { "axi_joins", "axi_splits", "classic_sends", "classic_holds" };

	for (size_t k = 0; k < sizeof monitors / sizeof *monitors; k++)
		catalogue_prove_each(list, bus, monitors[k], NULL);
	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++) {
		struct bus_leaf bridge = bus_leaf_at(net, leaf);

		if (bridge.master && bus_port(net->spec, leaf) == BUS_AXI_LITE)
			prove_answers(list, &bridge);
	}
}

void bus_prove(struct proofs *list, const struct network *net, const struct design *bus)
{
	prove_decoder(list, net, bus);
	catalogue_prove_each(list, bus, "bus_carries", NULL);
	catalogue_prove_each(list, bus, "bus_finds", NULL);
	catalogue_prove_each(list, bus, "bus_rings", NULL);
	catalogue_prove_each(list, bus, "bus_changes", NULL);
	for (unsigned k = 0; k < net->spec->leaves; k++) {
		struct bus_leaf leaf = bus_leaf_at(net, k);

		if (leaf.slave)
			prove_slave(list, net, &leaf, k);
		if (leaf.master)
			prove_master(list, net, &leaf);
		if (leaf.slave && leaf.master)
			prove_turn(list, net, &leaf);
	}
	prove_ports(list, net, bus);
}
