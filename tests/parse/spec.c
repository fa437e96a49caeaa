/* spec.c: every spec printed and read back; digests. */
#include "networks.h"

#include "parse/kind.h"
#include "util/text.h"

static char *directory;			/* scratch */
static char *fat_tree, *sorter, *gft;	/* smallest parameter files */
static uint32_t random_state = 1;

static unsigned random_below(unsigned limit)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (unsigned)((uint64_t)random_state * limit >> 32);
}

static char *write_parameters(const char *name, const char *yaml)
{
	char *path = format_string("%s/%s", directory, name);
	struct text content = {0};

	text_add(&content, yaml);
	assert_true(write_file(path, &content));
	text_free(&content);
	return path;
}

static int set_up(void **state)
{
	static char template[] = "/tmp/ftc-test-spec-XXXXXX";

	(void)state;
	directory = mkdtemp(template);
	fat_tree = write_parameters("fat-tree.yaml", "network: fat-tree\nleaves: 2\n");
	sorter = write_parameters("sorter.yaml", "network: sorter\nwires: 2\n");
	gft = write_parameters("gft.yaml", "network: gft\nheight: 1\nchildren: 2\nparents: 1\n");
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	unlink(fat_tree);
	unlink(sorter);
	unlink(gft);
	free(gft);
	free(fat_tree);
	free(sorter);
	return rmdir(directory);
}

/* A fault of GFT(h, m, w). */
static size_t random_fault(char *text, unsigned h, unsigned m, unsigned w)
{
	bool is_link = random_below(2);
	unsigned level = random_below(h + !is_link), nodes = 1;

	for (unsigned i = 1; i <= h; i++)
		nodes *= i <= level ? w : m;
	if (is_link)
		return (size_t)sprintf(text, "link:%u:%u:%u", level, random_below(nodes), random_below(w));
	return (size_t)sprintf(text, "node:%u:%u", level, random_below(nodes));
}

/* The parameters of a generalized fat tree only. */
static size_t random_generalized(char texts[][256], size_t count)
{
	static const char *const up_routings[] = { "destination", "source", "random", "first-free" };
	unsigned h = 1 + random_below(6), m = 2 + random_below(3), w = 1 + random_below(4);

	sprintf(texts[count++], "height=%u", h);
	sprintf(texts[count++], "children=%u", m);
	sprintf(texts[count++], "parents=%u", w);
	sprintf(texts[count++], "link-width=%u", 1 + random_below(64));
	/* Some policies go with bare wires alone. */
	sprintf(texts[count], "up-routing=%s", up_routings[random_below(strcmp(texts[count - 5],
									       "leaf-interface=wires") == 0 ? 4 : 3)]);
	count++;
	char *list = texts[count++];
	list += sprintf(list, "faults=[");
	for (unsigned i = random_below(6); i > 0; i--) {
		list += random_fault(list, h, m, w);
		list += sprintf(list, "%s", i > 1 ? "," : "");
	}
	sprintf(list, "]");
	return count;
}

/* A random value of each key that a network of this kind has; returns how many. */
static size_t random_overrides(const char *network, char texts[][256])
{
	static const char *const concentrators[] = { "auto", "batcher", "butterfly" };
	unsigned n = 2 + random_below(40), c = 1 + random_below(4);
	size_t count = 0;

	sprintf(texts[count++], "name=net_%u", random_below(1000));
	sprintf(texts[count++], "payload-bits=%u", 1 + random_below(65535));
	sprintf(texts[count++], "family=%s", (const char *[]){ "ecp5", "ice40", "ice40up" }[random_below(3)]);
	sprintf(texts[count++], "elements-between-registers=%u", 1 + random_below(16));
	if (random_below(2))
		sprintf(texts[count++], "clock=%u", 1 + random_below(1000));
	sprintf(texts[count++], "delay-ram-threshold=%u", random_below(65536));
	sprintf(texts[count++], "probe=%s", random_below(2) ? "true" : "false");
	if (strcmp(network, "sorter") == 0) {
		sprintf(texts[count++], "wires=%u", 2 + random_below(1023));
		sprintf(texts[count++], "key-bits=%u", 1 + random_below(65535));
		return count;
	}
	sprintf(texts[count++], "concentrator=%s", concentrators[random_below(3)]);
	sprintf(texts[count++], "leaf-interface=%s", random_below(2) ? "wires" : "axi-stream");
	if (strcmp(network, "gft") == 0)
		return random_generalized(texts, count);
	sprintf(texts[count++], "leaves=%u", n);
	sprintf(texts[count++], "external=%s", random_below(2) ? "true" : "false");
	if (random_below(2)) {
		sprintf(texts[count++], "connections=%u", c);
		sprintf(texts[count++], "root-capacity=%u", 1 + random_below(n * c));
		return count;
	}
	char *list = texts[count++];
	unsigned levels = 1, with_root = strcmp(texts[count - 2], "external=true") == 0 || random_below(2);
	while (1u << levels < n)
		levels++;
	list += sprintf(list, "capacities=[");
	for (unsigned k = !with_root; k <= levels; k++)
		list += sprintf(list, "%u%s", 1 + random_below(60), k < levels ? "," : "]");
	return count;
}

static void assert_same(const struct spec *a, const struct spec *b)
{
	assert_string_equal(a->name, b->name);
	assert_ptr_equal(a->kind, b->kind);
	assert_int_equal(a->leaves, b->leaves);
	assert_int_equal(a->levels, b->levels);
	assert_memory_equal(a->capacity, b->capacity, sizeof a->capacity);
	assert_int_equal(a->root_capacity, b->root_capacity);
	assert_int_equal(a->connections, b->connections);
	assert_int_equal(a->external, b->external);
	assert_int_equal(a->concentrator, b->concentrator);
	assert_int_equal(a->leaf_interface, b->leaf_interface);
	assert_int_equal(a->height, b->height);
	assert_memory_equal(a->children, b->children, sizeof a->children);
	assert_memory_equal(a->parents, b->parents, sizeof a->parents);
	assert_memory_equal(a->level_nodes, b->level_nodes, sizeof a->level_nodes);
	assert_int_equal(a->link_width, b->link_width);
	assert_int_equal(a->up_routing, b->up_routing);
	assert_int_equal(a->fault_count, b->fault_count);
	for (size_t i = 0; i < a->fault_count; i++)
		assert_memory_equal(&a->faults[i], &b->faults[i], sizeof *a->faults);
	if (a->kind->own_size)
		assert_memory_equal(a->own, b->own, a->kind->own_size);
	assert_int_equal(a->payload_bits, b->payload_bits);
	assert_ptr_equal(a->family, b->family);
	assert_int_equal(a->elements_between_registers, b->elements_between_registers);
	assert_int_equal(a->clock_mhz, b->clock_mhz);
	assert_int_equal(a->delay_ram_threshold, b->delay_ram_threshold);
	assert_int_equal(a->probe, b->probe);
}

static void what_is_printed_means_the_same(void **state)
{
	static const char *const networks[] = { "fat-tree", "sorter", "gft" };
	const char *const files[] = { fat_tree, sorter, gft };

	(void)state;
	for (int i = 0; i < 600; i++) {
		char texts[24][256], digest[17], digest_again[17];
		struct override overrides[24];
		struct spec spec, again;
		struct text printed = {0}, printed_again = {0};
		size_t count = random_overrides(networks[i % 3], texts);

		for (size_t j = 0; j < count; j++)
			overrides[j].text = texts[j];
		assert_true(read_quietly(&spec, files[i % 3], overrides, count));
		spec_print(&spec, &printed);
		char *path = write_parameters("again.yaml", printed.bytes);
		assert_true(read_quietly(&again, path, NULL, 0));
		assert_same(&spec, &again);
		spec_print(&again, &printed_again);
		assert_string_equal(printed.bytes, printed_again.bytes);
		spec_digest(&spec, digest);
		spec_digest(&again, digest_again);
		assert_string_equal(digest, digest_again);
		unlink(path);
		free(path);
		text_free(&printed);
		text_free(&printed_again);
		spec_free(&spec);
		spec_free(&again);
	}
}

static uint64_t fnv(const char *s)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *s; s++) {
		hash ^= (unsigned char)*s;
		hash *= UINT64_C(1099511628211);
	}
	return hash;
}

static void digest_is_that_of_the_parameters(void **state)
{
	struct override wider = { "payload-bits=33" };
	struct text printed = {0};
	struct spec spec, other;
	char digest[17], expected[17], different[17];

	(void)state;
	/* Published test vectors of FNV-1a. */
	assert_true(fnv("a") == UINT64_C(0xaf63dc4c8601ec8c) && fnv("foobar") == UINT64_C(0x85944171f73967e8));
	assert_true(spec_read(&spec, fat_tree, NULL, 0));
	assert_true(spec_read(&other, fat_tree, &wider, 1));
	spec_print(&spec, &printed);
	text_add(&printed, FTC_VERSION);
	snprintf(expected, sizeof expected, "%016llx", (unsigned long long)fnv(printed.bytes));
	spec_digest(&spec, digest);
	spec_digest(&other, different);
	assert_string_equal(digest, expected);
	assert_string_not_equal(digest, different);
	text_free(&printed);
	spec_free(&spec);
	spec_free(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_printed_means_the_same),
		cmocka_unit_test(digest_is_that_of_the_parameters),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
