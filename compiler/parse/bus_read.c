/* bus_read.c: reads the keys of a bus.
 *
 * In: `bus`, and keys that have a meaning with it alone. Out: spec->bus, and the payload of the words that carry accesses. */
#include "parse/bus.h"

#include <stdlib.h>
#include <string.h>

#include "parse/crossing.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

static const char *const data_words[] = { "32", NULL };

bool bus_is_given(const struct request *q)
{
	return given(q, &bus_key);
}

/* Keys that mean nothing without a bus. A kind may have an own key of the same name. */
static bool refuse_alone(const struct request *q)
{
	static const struct key *const rows[] = {
		&bus_map_key, &bus_order_key, &bus_outstanding_key, &per_slave_key, &posted_key, &timeout_key,
		&fence_key, &queue_storage_key, &doorbells_key, &doorbell_bits_key, &atomics_key, &address_bits_key, &data_bits_key
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct entry *entry = given(q, rows[i]);

		if (!entry || key_of(q->spec->kind, entry->key) != rows[i])
			continue;
		error_at(entry->key_at, "%s is given, but there is no bus: expected bus: %s, or no %s", entry->key,
			 bus_words[BUS_WISHBONE], entry->key);
		return suggest(entry->is_override ? "--set bus=%s" : "bus: %s", bus_words[BUS_WISHBONE]);
	}
	return true;
}

/* Each tag is a bit pattern, and all of them are used. */
static bool check_outstanding(const struct request *q, const struct bus *bus)
{
	const struct entry *entry = given(q, &bus_outstanding_key);
	unsigned nearest = 2;

	if (bus->order == BUS_STRICT || (is_power_of_2(bus->outstanding) && bus->outstanding > 1))
		return true;
	while (2 * nearest <= bus->outstanding)
		nearest *= 2;
	error_at(entry->value_at, "outstanding is %u, with order relaxed: expected 2, 4, 8 or 16, as many as there are tags",
		 bus->outstanding);
	char *text = format_string("%u", nearest);

	suggest_value(entry, text);
	free(text);
	return false;
}

static bool check_per_slave(const struct request *q, const struct bus *bus)
{
	const struct entry *entry = given(q, &per_slave_key);

	if (bus->per_slave <= bus->outstanding)
		return true;
	error_at(entry->value_at, "per-slave is %u, but a master has %u access%s under way in all: expected at most %u", bus->per_slave,
		 bus->outstanding, bus->outstanding == 1 ? "" : "es", bus->outstanding);
	char *text = format_string("%u", bus->outstanding);

	suggest_value(entry, text);
	free(text);
	return false;
}

static bool check_timeout(const struct request *q, const struct bus *bus)
{
	return bus->timeout == 0 || bus->timeout >= LEAST_TIMEOUT
	       || refuse_value(given(q, &timeout_key), "0, for none, or 2 .. 65535 clocks", "2");
}

static bool read_rows(const struct request *q, struct bus *bus)
{
	unsigned protocol = BUS_WISHBONE, order = BUS_STRICT, data = 0;
	const struct { const struct key *key; unsigned *value; } numbers[] = {
		{ &bus_outstanding_key, &bus->outstanding }, { &per_slave_key, &bus->per_slave },
		{ &timeout_key, &bus->timeout }, { &doorbell_bits_key, &bus->doorbell_bits },
		{ &address_bits_key, &bus->address_bits },
	};

	if (!read_word(q, &bus_key, bus_words, &protocol) || !read_word(q, &bus_order_key, bus_order_words, &order)
	    || !read_word(q, &data_bits_key, data_words, &data) || !read_flag(q, &posted_key, &bus->posted))
		return false;
	bus->protocol = protocol;
	bus->order = order;
	bus->answers = 1;
	bus->data_bits = BUS_DATA_BITS;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const struct key *key = numbers[i].key;

		*numbers[i].value = key->preset;
		if (!read_number(q, key, key->low, key->high, numbers[i].value))
			return false;
	}
	return check_outstanding(q, bus) && check_per_slave(q, bus) && check_timeout(q, bus);
}

static bool check_leaves(const struct request *q)
{
	if (q->spec->leaves <= MOST_BUS_LEAVES)
		return true;
	error_at(given(q, &bus_key)->key_at, "the network has %u leaves: expected at most %d with a bus", q->spec->leaves,
		 MOST_BUS_LEAVES);
	return suggest("fewer leaves, or no bus");
}

/* " and KEY", "; without KEY": those of the keys that only an off-line network has. A fresh string. */
static char *keys_of_schedule(const struct request *q)
{
	static const char *const names[] = { "schedule", "schedule-cycles", "settings-port" };
	struct text keys = { 0 };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (request_place(q, names[i]) < q->count && q->entry[request_place(q, names[i])])
			text_print(&keys, "%s%s", keys.length ? " and " : "; without ", names[i]);
	text_print(&keys, "%s", "");
	return keys.bytes;
}

/* Keys whose values make a network that carries no access: told here, before what else these values ask for. */
static bool refuse_machine(const struct request *q)
{
	static const struct { const char *key, *value, *other, *why; } refused[] = {
		{ "packet", "true", "false", "an access is one word" },
		{ "switching", "off-line", "on-line", "accesses follow no schedule" },
		{ "leaf-interface", "wires", "axi-stream", "accesses are messages" },
	};

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		size_t place = request_place(q, refused[i].key);
		const struct entry *entry = place < q->count ? q->entry[place] : NULL;

		if (!entry || entry->is_list || entry->count != 1 || strcmp(entry->items[0].text, refused[i].value) != 0)
			continue;
		error_at(entry->value_at, "%s is %s, with a bus: expected %s, for %s", refused[i].key, refused[i].value, refused[i].other,
			 refused[i].why);
		char *rest = strcmp(refused[i].key, "switching") == 0 ? keys_of_schedule(q) : copy_string("");
		char *value = format_string("%s%s", refused[i].other, rest);

		suggest_value(entry, value);
		free(value);
		free(rest);
		return false;
	}
	return true;
}

static bool set_payload(const struct request *q)
{
	struct spec *spec = q->spec;
	const struct entry *entry = given(q, &payload_bits_key);
	unsigned needed = bus_payload_bits(spec);

	if (!entry) {
		spec->payload_bits = needed;
		return true;
	}
	if (spec->payload_bits >= needed)
		return true;
	error_at(entry->value_at, "payload-bits is %u, but an access of this map takes %u: expected at least as many, or no payload-bits",
		 spec->payload_bits, needed);
	char *text = format_string("%u", needed);

	suggest_value(entry, text);
	free(text);
	return false;
}

bool bus_read(const struct request *q, unsigned first_end)
{
	struct spec *spec = q->spec;

	if (!crossing_read(q, first_end))
		return false;
	if (!bus_is_given(q))
		return refuse_alone(q);
	if (!check_leaves(q) || !refuse_machine(q))
		return false;
	spec->bus = allocate(sizeof *spec->bus);
	spec->bus->first_end = first_end;
	return read_rows(q, spec->bus) && bus_read_map(q, spec->bus) && bus_read_fence(q, spec->bus)
	       && bus_read_bells(q, spec->bus) && bus_read_atomics(q, spec->bus) && bus_read_storage(q, spec->bus)
	       && set_payload(q);
}

/* Whatever word a leaf sends must arrive, alone. */
bool bus_check(const struct request *q, bool messages, const char *says)
{
	const struct spec *spec = q->spec;
	const struct entry *entry = given(q, &bus_key);

	if (!spec->bus)
		return true;
	if (!messages) {
		error_at(entry->value_at, "bus is %s, but the network %s: expected leaves that send messages, or no bus",
			 bus_words[spec->bus->protocol], says);
		return suggest("without bus");
	}
	return true;
}
