/* proof_settings.c: proofs of the settings that change with every clock, of each kind of vertex: of leaves, up and
 * down, and of the nodes of each level.
 *
 *   next <= (strobe ? 0 : next) + 1          the word that is read has the number of clocks since the strobe
 *   settings two clocks later                 what its banks held, unless it was written in that clock
 *   each word                                 is written under the number that overlay.h gives to vertex, bank and cycle, else stays
 *
 * The words are in view, so one proof is about two clocks from any state, and holds for any number of clocks. */
#include <stdlib.h>

#include "machines/area-universal/lower.h"
#include "machines/area-universal/proof.h"
#include "network/network.h"
#include "util/number.h"
#include "util/text.h"

/* ---- shapes ---- */

struct settings_shape leaf_settings_shape(const struct overlay *o, bool down)
{
	return (struct settings_shape){ .leaf = true, .down = down, .ram = overlay_leaf_ram(o, 0, down), .index_bits = o->levels,
					.vertices = o->meshes };
}

struct settings_shape node_settings_shape(const struct overlay *o, unsigned level, bool down)
{
	return (struct settings_shape){ .level = level, .down = down, .ram = overlay_node_ram(o, level, 0, down), .index_bits = level,
					.vertices = 1u << level };
}

unsigned settings_bank(const struct overlay *o, const struct settings_shape *s, unsigned index)
{
	return s->leaf ? overlay_leaf_ram(o, index, s->down).first : overlay_node_ram(o, s->level, index, s->down).first;
}

/* From one vertex of the kind to the next. */
static unsigned stride(const struct overlay *o, const struct settings_shape *s)
{
	return settings_bank(o, s, 1) - s->ram.first;
}

/* ---- an instance ---- */

const char *parts_settings(struct parts *parts, const struct overlay *o, const struct settings_shape *s, const char *instance,
			   const struct settings_wires *w)
{
	const char *box = parts_name(parts, "%s.cyclic", instance), *side = s->down ? "down" : "up";
	const struct { const char *port, *due; unsigned width; } inputs[] = {
		{ "start", w->start, 1 }, { "index", w->index, s->index_bits }, { "write", w->write, 1 },
		{ "bank", w->bank, bank_number_bits(o) }, { "address", w->cycle, cycle_number_bits(o) },
		{ "data", w->data, OVERLAY_BANK_BITS },
		{ "parameters", parts_name(parts, "{32'd%u, 32'd%u, 32'd%u, 32'd%u, 32'd%u, 32'd%u}", s->ram.bits, cycle_number_bits(o),
					   bank_number_bits(o), s->index_bits, s->ram.first, stride(o, s)), 6 * 32 },
	};

	if (s->ram.bits == 0)
		return NULL;
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		parts_same_later(parts, parts_name(parts, "the settings %s get %s", side, inputs[i].port), inputs[i].width,
				 inputs[i].due, 0, parts_cut(parts, true, box, inputs[i].port, inputs[i].width));
	return parts_cut(parts, false, box, "settings", s->ram.bits);
}

/* ---- by themselves ---- */

struct settings_proof {
	const struct overlay *o;
	const struct settings_shape *shape;
	struct parts parts;
	unsigned cycle_bits, words;
};

static unsigned bits_of_bank(const struct settings_proof *sp, unsigned bank)
{
	return smaller(OVERLAY_BANK_BITS, sp->shape->ram.bits - bank * OVERLAY_BANK_BITS);
}

/* The number behind `cycle`: a bit changes where all lower ones are 1. */
static const char *counted(struct settings_proof *sp)
{
	struct parts *p = &sp->parts;
	const char **bit = allocate_array(sp->cycle_bits, sizeof *bit), *carry = "1'b1";

	for (unsigned k = 0; k < sp->cycle_bits; k++) {
		const char *now = parts_name(p, "cycle[%u]", k);

		bit[k] = parts_xor(p, 1, now, carry);
		carry = parts_and(p, 1, now, carry);
	}
	const char *all = parts_beside(p, bit, sp->cycle_bits);

	free(bit);
	return all;
}

static void add_settings_proof_ports(struct settings_proof *sp)
{
	struct parts *p = &sp->parts;
	const struct { const char *name; unsigned width; } inputs[] = {
		{ "start", 1 }, { "index", sp->shape->index_bits }, { "write", 1 }, { "bank", bank_number_bits(sp->o) },
		{ "address", sp->cycle_bits }, { "data", OVERLAY_BANK_BITS },
	};

	parts_clock(p, false);
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
		parts_port(p, false, inputs[i].name, inputs[i].name, inputs[i].width);
	parts_port(p, true, "settings", "settings", sp->shape->ram.bits);
	parts_port(p, true, "next", "next", sp->cycle_bits);
	parts_wires(p, sp->cycle_bits, "cycle",
		    parts_choice(p, sp->cycle_bits, "start", parts_name(p, "%u'd0", sp->cycle_bits), "next"));
	parts_input(p, sp->cycle_bits, "any");
	parts_wires(p, sp->cycle_bits, "any_then", parts_later(p, sp->cycle_bits, "any", 1));
	parts_same_later(p, "the number of the next word counts from the strobe", sp->cycle_bits,
			 counted(sp), 1, "next");
}

static void add_words(struct settings_proof *sp, unsigned bank)
{
	struct parts *p = &sp->parts;

	for (unsigned cycle = 0; cycle < sp->words; cycle++)
		parts_port(p, true, parts_name(p, "banks[%u].memory[%u]", bank, cycle), parts_name(p, "word_%u_%u", bank, cycle),
			   bits_of_bank(sp, bank));
}

/* The word of a bank whose number is `at`, wires of that name. Halves are chosen bit by bit: an index takes much
 * longer to prove. */
static const char *word_at(struct settings_proof *sp, unsigned bank, const char *at)
{
	struct parts *p = &sp->parts;
	const char **word = allocate_array(sp->words, sizeof *word);

	for (unsigned k = 0; k < sp->words; k++)
		word[k] = parts_name(p, "word_%u_%u", bank, k);
	for (unsigned bit = 0; bit < sp->cycle_bits; bit++)
		for (unsigned k = 0; k < sp->words >> (bit + 1); k++) {
			const char *name = parts_name(p, "%s_%u_%u_of_%u", at, bank, k, bit);

			parts_wires(p, bits_of_bank(sp, bank), name,
				    parts_choice(p, bits_of_bank(sp, bank), parts_name(p, "%s[%u]", at, bit), word[2 * k + 1],
						 word[2 * k]));
			word[k] = name;
		}
	const char *found = word[0];

	free(word);
	return found;
}

/* Whether this bank of the vertex whose number is `index` is written, by the numbers of overlay.h. */
static const char *add_own(struct settings_proof *sp, unsigned bank)
{
	struct parts *p = &sp->parts;
	const char *own = parts_name(p, "own_%u", bank), *number = "32'd0";

	for (unsigned index = sp->shape->vertices; index-- > 0;)
		number = parts_choice(p, 32, parts_equal(p, "index", parts_name(p, "%u'd%u", sp->shape->index_bits, index)),
				      parts_name(p, "32'd%u", settings_bank(sp->o, sp->shape, index) + bank), number);
	const char *written = parts_name(p, "{%u'd0, bank}", 32 - bank_number_bits(sp->o));

	parts_wires(p, 1, own, parts_and(p, 1, "write", parts_equal(p, written, number)));
	return own;
}

/* Any word, whose number is `any`, is what was written there, or what it was. */
static void add_bank(struct settings_proof *sp, unsigned bank)
{
	struct parts *p = &sp->parts;
	unsigned width = bits_of_bank(sp, bank);

	add_words(sp, bank);
	const char *own = add_own(sp, bank), *now = word_at(sp, bank, "any"), *then = word_at(sp, bank, "any_then");

	parts_same_later(p, parts_name(p, "each word of bank %u is what was written there last", bank), width,
			 parts_choice(p, width, parts_and(p, 1, own, parts_equal(p, "address", "any")),
				      parts_slice(p, "data", OVERLAY_BANK_BITS, 0, width), now), 1, then);
	parts_same_later_unless(p, parts_name(p, "bank %u shows the word of each clock since the strobe", bank), width,
				word_at(sp, bank, "cycle"), 2,
				parts_name(p, "settings[%u:%u]", bank * OVERLAY_BANK_BITS + width - 1, bank * OVERLAY_BANK_BITS),
				parts_later(p, 1, parts_and(p, 1, own, parts_equal(p, "address", "cycle")), 2));
}

/* The instance's parameters, as parts_settings() proves them. */
static char *parameters_of(const struct overlay *o, const struct settings_shape *s)
{
	return format_string("-chparam WIDTH %u -chparam CYCLE_BITS %u -chparam BANK_BITS %u -chparam INDEX_BITS %u -chparam FIRST %u "
			     "-chparam STRIDE %u", s->ram.bits, cycle_number_bits(o), bank_number_bits(o), s->index_bits, s->ram.first,
			     stride(o, s));
}

static char *owner_words(const struct settings_shape *s)
{
	return s->leaf ? copy_string("meshes") : format_string("nodes of level %u", s->level);
}

static void prove_words(const struct device_proving *dp, const struct settings_shape *s)
{
	struct settings_proof sp = { .o = &dp->o, .shape = s, .cycle_bits = cycle_number_bits(&dp->o) };
	struct circuit c = circuit_of(dp->list, "cyclic_settings");
	char *owners = owner_words(s), *what = format_string("settings %s of %s: %u bits", s->down ? "down" : "up", owners, s->ram.bits);

	sp.words = 1u << sp.cycle_bits;
	free(c.subject);
	c.subject = s->leaf ? format_string("settings_%s_of_leaf", s->down ? "down" : "up") :
		    format_string("settings_%s_of_node_%u", s->down ? "down" : "up", s->level);
	c.parameters = parameters_of(&dp->o, s);
	c.any_state = true;
	c.cells = 2ul * sp.words * s->ram.bits;
	sp.parts.expose[0] = "next";
	sp.parts.expose[1] = "banks*.memory*";
	add_settings_proof_ports(&sp);
	for (unsigned bank = 0; bank * OVERLAY_BANK_BITS < s->ram.bits; bank++)
		add_bank(&sp, bank);
	parts_prove(dp->list, &c, "words", what, "each clock since the strobe shows its word, as it was written", &sp.parts);
	circuit_free(&c);
	free(what);
	free(owners);
}

static void prove_shape(const struct device_proving *p, struct settings_shape s)
{
	if (s.ram.bits > 0)
		prove_words(p, &s);
}

void device_prove_settings(const struct device_proving *p)
{
	for (unsigned down = 0; down < 2; down++)
		prove_shape(p, leaf_settings_shape(&p->o, down));
	for (unsigned level = 0; level < p->o.levels; level++)
		for (unsigned down = 0; down < 2; down++)
			prove_shape(p, node_settings_shape(&p->o, level, down));
}
