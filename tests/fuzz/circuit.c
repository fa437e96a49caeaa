/* circuit.c: fuzz target: a circuit, in JSON if it begins with a brace, else in BLIF. What is accepted must be the same circuit
 * after it has been normalised. */
#include "../overlay/compare.h"
#include "input.h"

enum { MOST_GATES = 500 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text content = {0};
	struct netlist n;
	int status;

	text_add(&content, "");
	text_add_bytes(&content, data, size < MOST_INPUT ? size : MOST_INPUT);
	const char *path = input_file(0, content.bytes[0] == '{' ? "input.json" : "input.blif", &content);
	if (netlist_read(&n, path, NULL, &status)) {
		if (n.gate_count <= MOST_GATES)
			require(!compare_logic(&n, 1));
		netlist_free(&n);
	}
	input_close();
	text_free(&content);
	return 0;
}
