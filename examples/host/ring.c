/* ring.c: every leaf of a network on a board sends its neighbor a message; prints when each has arrived.
 *
 *   cc ring.c $(pkg-config --cflags --libs ftc-host) -o ring
 *   ./ring /dev/ttyUSB0 3000000
 *
 * The board has a bitstream of `ftc build tree8.yaml --board icebreaker --app host`, or of any other binary tree with
 * AXI4-Stream leaves. See docs/how-to/host.md. */
#include <ftc-host.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* In binary trees the label of a leaf is its number. */
static size_t make_ring(const struct ftc_host_identity *who, struct ftc_host_send *send, uint64_t *payload)
{
	size_t words = (who->payload_bits + 63) / 64;

	for (uint32_t leaf = 0; leaf < who->leaves; leaf++) {
		uint32_t next = (leaf + 1) % who->leaves;

		payload[leaf * words] = leaf;
		send[leaf] = (struct ftc_host_send){
			.leaf = leaf, .tdest = next, .receiver = next, .payload = &payload[leaf * words]
		};
	}
	return who->leaves;
}

static void print_log(const struct ftc_host_log *log)
{
	for (size_t i = 0; i < log->count; i++) {
		const struct ftc_host_event *e = &log->event[i];

		if (e->kind == FTC_HOST_RECEIVED)
			printf("clock %" PRIu32 ": leaf %" PRIu32 " has %" PRIu64 " from leaf %" PRIu32 "\n", e->clock,
			       e->leaf, e->payload[0], e->tuser);
	}
}

int main(int argc, char **argv)
{
	struct ftc_host *host = ftc_host_create(NULL);
	struct ftc_host_identity who;
	struct ftc_host_log log = { 0 };
	struct ftc_host_send *send = NULL;
	uint64_t *payload = NULL;
	int failed;

	if (argc != 3 || !host) {
		fprintf(stderr, "usage: ring PORT BAUD\n");
		return 2;
	}
	failed = ftc_host_open(host, argv[1], (unsigned)strtoul(argv[2], NULL, 10)) ||
		 ftc_host_identify(host, NULL, &who);
	if (!failed) {
		send = calloc(who.leaves, sizeof(*send));
		payload = calloc(who.leaves * ((who.payload_bits + 63) / 64), sizeof(*payload));
		failed = ftc_host_run(host, send, make_ring(&who, send, payload), &log);
	}
	if (failed)
		fprintf(stderr, "%s\n", ftc_host_message(host));
	else
		print_log(&log);
	ftc_host_log_free(&log);
	free(send);
	free(payload);
	ftc_host_free(host);
	return failed ? 1 : 0;
}
