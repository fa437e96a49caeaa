/* bridge.c: the requests that the bridge of a network understands. */
#include "bridge.h"

#include "request.h"

enum command { COMMAND_WRITE = 1, COMMAND_RUN, COMMAND_HALT, COMMAND_STATUS, COMMAND_LOG };

enum { IDENTITY_BYTES = 20 };
enum { MOST_LEAVES = 256, MOST_BANKS = 16, MOST_LOG_BITS = 12, MOST_LABEL_BITS = 32, TIME_BITS = 32 };

unsigned bridge_entry_bytes(const struct ftc_host_identity *who)
{
	return (who->payload_bits + who->tdest_bits + 1 + 7) / 8;
}

unsigned bridge_tail_bytes(const struct ftc_host_identity *who)
{
	return (who->payload_bits + who->tuser_bits + 7) / 8;
}

/* Are these numbers possible for a bridge? */
static bool makes_sense(const struct ftc_host_identity *who)
{
	return who->leaves > 0 && who->leaves <= MOST_LEAVES && who->log_bits <= MOST_LOG_BITS && who->bank_bits <= 8
	       && who->banks <= MOST_BANKS && who->payload_bits > 0 && who->tdest_bits > 0
	       && who->tdest_bits <= MOST_LABEL_BITS && who->tuser_bits <= MOST_LABEL_BITS
	       && who->log_bits >= who->bank_bits && bridge_entry_bytes(who) <= BRIDGE_ENTRY_ROOM
	       && bridge_tail_bytes(who) + 4 <= BRIDGE_RECORD_ROOM && 2 + 2 * who->bank_bits < TIME_BITS;
}

static void read_identity(const uint8_t *data, struct ftc_host_identity *who)
{
	who->version = data[1];
	read_digest(data + 2, who->digest);
	who->leaves = two_bytes(data + 10);
	who->log_bits = data[12];
	who->bank_bits = data[13];
	who->banks = who->bank_bits <= 8 ? (who->leaves + (1u << who->bank_bits) - 1) >> who->bank_bits : 0;
	who->payload_bits = two_bytes(data + 14);
	who->tdest_bits = data[16];
	who->tuser_bits = data[17];
	who->clock_mhz = two_bytes(data + 18) / 10.0;
}

enum ftc_host_error bridge_identify(struct ftc_host *host)
{
	enum ftc_host_error error = request_identify(host, NETWORK_MARK, IDENTITY_BYTES);

	if (error)
		return error;
	read_identity(host->answer + ANSWER_HEAD, &host->who);
	if (!makes_sense(&host->who))
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "what the bridge says of itself makes no sense: %u leaves, l = %u, v = %u, %u bits of"
				 " payload, %u of tdest, %u of tuser",
				 host->who.leaves, host->who.log_bits, host->who.bank_bits, host->who.payload_bits,
				 host->who.tdest_bits, host->who.tuser_bits);
	host->known = true;
	return FTC_HOST_DONE;
}

enum ftc_host_error bridge_write(struct ftc_host *host, unsigned leaf, unsigned index, unsigned count,
				 const uint8_t *entries)
{
	struct request r = request_for(COMMAND_WRITE, "write");

	r.refusal = FTC_HOST_PROTOCOL;
	r.refusal_is = "the bridge refuses write while the network runs: somebody else has started it";
	request_add(&r, index);
	request_add(&r, leaf);
	request_add(&r, index + count);
	for (size_t i = 0; i < (size_t)count * bridge_entry_bytes(&host->who); i++)
		request_add(&r, entries[i]);
	return request_ask(host, &r);
}

enum ftc_host_error bridge_run(struct ftc_host *host)
{
	struct request r = request_for(COMMAND_RUN, "run");

	return request_ask(host, &r);
}

enum ftc_host_error bridge_halt(struct ftc_host *host)
{
	struct request r = request_for(COMMAND_HALT, "halt");

	return request_ask(host, &r);
}

enum ftc_host_error bridge_status(struct ftc_host *host, unsigned bank, struct bridge_status *status)
{
	struct request r = request_for(COMMAND_STATUS, "status");
	const uint8_t *data = host->answer + ANSWER_HEAD;
	enum ftc_host_error error;

	request_add(&r, 0);
	request_add(&r, bank * 16);
	r.least = r.most = 2;
	error = request_ask(host, &r);
	if (error)
		return error;
	*status = (struct bridge_status){ two_bytes(data) & (BRIDGE_RUNS | BRIDGE_LOST | BRIDGE_CLOCK_FULL),
					  two_bytes(data) % BRIDGE_LOST };
	if (status->records > 1u << host->who.log_bits)
		return host_fail(host, FTC_HOST_PROTOCOL, "bank %u of the log holds %u records: there is room for %u",
				 bank, status->records, 1u << host->who.log_bits);
	return FTC_HOST_DONE;
}

enum ftc_host_error bridge_log(struct ftc_host *host, unsigned bank, unsigned index, unsigned count,
			       const uint8_t **data, size_t *bytes)
{
	struct request r = request_for(COMMAND_LOG, "log");
	enum ftc_host_error error;

	r.refusal = FTC_HOST_PROTOCOL;
	r.refusal_is = "the bridge refuses log while the network runs: somebody else has started it";
	request_add(&r, index);
	request_add(&r, bank * 16 + index / 256);
	request_add(&r, index + count);
	r.least = (size_t)count * 4;
	r.most = (size_t)count * (4 + bridge_tail_bytes(&host->who));
	error = request_ask(host, &r);
	*data = host->answer + ANSWER_HEAD;
	*bytes = error ? 0 : host->answer_bytes - ANSWER_HEAD;
	return error;
}
