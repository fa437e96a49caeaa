/* bus_storage.c: the key that says where the requests to a slave wait. */
#include "parse/bus.h"
#include "parse/keys.h"

static const char *const storage_words[] = {
	[BUS_STORAGE_AUTO] = "auto", [BUS_STORAGE_LOGIC] = "logic", [BUS_STORAGE_BLOCK_RAM] = "block-ram", NULL
};

static bool has_storage(const struct spec *spec)
{
	return spec->bus && spec->bus->queue_storage != BUS_STORAGE_AUTO;
}

static json_t *storage_value(const struct spec *spec)
{
	return json_string(storage_words[spec->bus->queue_storage]);
}

const struct key queue_storage_key = {
	.name = "queue-storage", .type = KEY_OWN, .has = has_storage, .value = storage_value, .takes = "`auto`, `logic`, `block-ram`",
	.otherwise = "`auto`",
	.help = "With `bus`: memory of each slave's request queue: LUT RAM or registers (`logic`), block RAM, or"
		" whichever costs less of a device (`auto`).",
};

bool bus_read_storage(const struct request *q, struct bus *bus)
{
	unsigned storage = BUS_STORAGE_AUTO;

	if (!read_word(q, &queue_storage_key, storage_words, &storage))
		return false;
	bus->queue_storage = storage;
	return true;
}
