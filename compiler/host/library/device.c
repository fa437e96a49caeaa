/* device.c: images into an area-universal device, and steps with pins (docs/reference/host-protocol.md).
 *
 *   control words --> shift --> settings --> shift the same once more: what comes out must be what went in before
 *   pins in, row by row --> step --> pins out
 *
 * The words are shifted before the settings are written and once more behind them: a board that is reset in between has
 * other words, and nothing of an image is then taken for loaded. */
#include <stdlib.h>
#include <string.h>

#include "request.h"

enum { COMMAND_WRITE = 1, COMMAND_SHIFT, COMMAND_STEP };
enum { IDENTITY_BYTES = 19, HEAD = 4, MOST_FRAME = 223, ROOM = MOST_FRAME - FRAME_CRC_BYTES - HEAD, RECORD = 8 };
enum { MOST_MESHES = 64, MOST_SIDE = 64, MOST_STEP = 1 << 16, MOST_REPEAT = 256, BITS_OF_A_BYTE = 8 };
enum { BANK_LAST_CYCLE, BANK_STEP_LENGTH, BANK_FIRST };
/* Clocks that a bridge takes for a step and a byte beside the step itself: a generous bound. */
enum { CLOCKS_BETWEEN = 64 };

/* ---- requests ---- */

static struct request device_request(unsigned command, const char *name)
{
	struct request r = request_for(command, name);

	request_add(&r, HEAD);		/* `end`, so far */
	request_add(&r, 0);
	return r;
}

static void add_data(struct request *r, const uint8_t *bytes, size_t count)
{
	memcpy(r->body + r->bytes, bytes, count);
	r->bytes += count;
	r->body[2] = (uint8_t)r->bytes;
}

/* The answer is as long as the request. */
static enum ftc_host_error ask(struct ftc_host *host, struct request *r)
{
	enum ftc_host_error error;

	if (!host->device_known)
		return host_fail(host, FTC_HOST_CLOSED, "the device has not been identified");
	r->least = r->most = r->refused = r->bytes - ANSWER_HEAD;
	error = request_ask(host, r);
	/* The bridge takes a request for the one before if their tags differ by 2. */
	if (error)
		host->device_known = false;
	return error;
}

static const uint8_t *answer_data(const struct ftc_host *host)
{
	return host->answer + HEAD;
}

static enum ftc_host_error report(struct ftc_host *host, size_t done, size_t total)
{
	const struct ftc_host_options *o = &host->options;

	if (o->progress && o->progress(o->context, FTC_HOST_WRITING, 0, 1, done, total))
		return host_fail(host, FTC_HOST_CANCELLED, "the load was cancelled");
	return FTC_HOST_DONE;
}

/* ---- who is there ---- */

size_t ftc_host_device_row(const struct ftc_host_device *who)
{
	return ((size_t)who->meshes * who->pins + BITS_OF_A_BYTE - 1) / BITS_OF_A_BYTE;
}

static bool makes_sense(const struct ftc_host_device *who)
{
	size_t row = ftc_host_device_row(who);

	return who->meshes > 0 && who->meshes <= MOST_MESHES && who->side > 0 && who->side <= MOST_SIDE && row > 0
	       && 2 * row <= ROOM && who->depth > 0 && who->banks >= BANK_FIRST && who->clock_mhz > 0;
}

static void read_identity(const uint8_t *data, struct ftc_host_device *who)
{
	who->version = data[1];
	read_digest(data + 2, who->digest);
	who->meshes = data[10];
	who->side = data[11];
	who->pins = data[12];
	who->depth = two_bytes(data + 13);
	who->banks = two_bytes(data + 15);
	who->clock_mhz = two_bytes(data + 17) / 10.0;
}

enum ftc_host_error ftc_host_device_identify(struct ftc_host *host, const char *digest, struct ftc_host_device *who)
{
	enum ftc_host_error error;

	host->message[0] = 0;
	host->device_known = false;
	host->step_clocks = MOST_STEP;
	error = request_identify(host, DEVICE_MARK, IDENTITY_BYTES);
	if (error)
		return error;
	read_identity(host->answer + ANSWER_HEAD, &host->device);
	*who = host->device;
	if (!makes_sense(who))
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "what the bridge says of itself makes no sense: %u meshes of side %u with %u pins, depth %u, %u banks",
				 who->meshes, who->side, who->pins, who->depth, who->banks);
	error = check_digest(host, "device", digest, who->digest);
	host->device_known = error == FTC_HOST_DONE;
	return error;
}

/* ---- loading ---- */

/* A load under way: how much of it is done. */
struct load {
	struct ftc_host *host;
	const struct ftc_host_image *image;
	uint8_t *chain;			/* the control words' bytes, in the order of the chain */
	size_t bytes;
	size_t done, total;
};

static enum ftc_host_error wrong_chain(const struct load *l, size_t byte)
{
	unsigned element = (unsigned)(byte / 2), side = l->host->device.side;

	return host_fail(l->host, FTC_HOST_VERIFY,
			 "the control word of mesh %u, row %u, column %u comes back from the device as another one",
			 element / side / side, element / side % side, element % side);
}

/* Passes all words through the chain; with `verify` those before must have been the same. */
static enum ftc_host_error pass_chain(struct load *l, bool verify)
{
	for (size_t at = 0; at < l->bytes; at += ROOM) {
		size_t count = l->bytes - at < ROOM ? l->bytes - at : ROOM;
		struct request r = device_request(COMMAND_SHIFT, "shift");
		enum ftc_host_error error;

		add_data(&r, l->chain + at, count);
		error = ask(l->host, &r);
		for (size_t i = 0; i < count && verify && !error; i++)
			if (answer_data(l->host)[i] != l->chain[at + i])
				error = wrong_chain(l, at + i);
		l->done += count;
		if (!error)
			error = report(l->host, l->done, l->total);
		if (error)
			return error;
	}
	return FTC_HOST_DONE;
}

static enum ftc_host_error send_records(struct load *l, struct request *r)
{
	enum ftc_host_error error = FTC_HOST_DONE;

	l->done += r->bytes - HEAD;
	if (r->bytes > HEAD)
		error = ask(l->host, r);
	*r = device_request(COMMAND_WRITE, "write");
	return error ? error : report(l->host, l->done, l->total);
}

static enum ftc_host_error add_record(struct load *l, struct request *r, unsigned bank, unsigned cycle, uint32_t word)
{
	const uint8_t record[RECORD] = {
		(uint8_t)cycle, (uint8_t)(cycle >> 8), (uint8_t)bank, (uint8_t)(bank >> 8),
		(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24),
	};

	add_data(r, record, RECORD);
	return r->bytes + RECORD > HEAD + ROOM ? send_records(l, r) : FTC_HOST_DONE;
}

static enum ftc_host_error write_settings(struct load *l)
{
	const struct ftc_host_image *image = l->image;
	struct request r = device_request(COMMAND_WRITE, "write");
	enum ftc_host_error error = add_record(l, &r, BANK_LAST_CYCLE, 0, image->cycles - 1);

	if (!error)
		error = add_record(l, &r, BANK_STEP_LENGTH, 0, image->step - 1);
	for (unsigned bank = BANK_FIRST; bank < l->host->device.banks; bank++)
		for (unsigned cycle = 0; cycle < image->cycles && !error; cycle++)
			error = add_record(l, &r, bank, cycle, image->setting[(size_t)bank * image->cycles + cycle]);
	return error ? error : send_records(l, &r);
}

static bool suits(const struct ftc_host_device *who, const struct ftc_host_image *image)
{
	return image->cycles > 0 && image->cycles <= who->depth && image->step > 0 && image->step <= MOST_STEP;
}

enum ftc_host_error ftc_host_device_load(struct ftc_host *host, const struct ftc_host_image *image)
{
	const struct ftc_host_device *who = &host->device;
	size_t elements = (size_t)who->meshes * who->side * who->side;
	struct load l = { .host = host, .image = image, .bytes = 2 * elements };
	enum ftc_host_error error;

	if (!host->device_known)
		return host_fail(host, FTC_HOST_CLOSED, "the device has not been identified");
	if (!suits(who, image))
		return host_fail(host, FTC_HOST_MESSAGE, "an image of %u delivery cycles and steps of %u clocks does not suit a"
				 " device with room for %u cycles", image->cycles, image->step, who->depth);
	l.chain = malloc(l.bytes);
	if (!l.chain)
		return host_fail(host, FTC_HOST_NO_MEMORY, "there is not enough memory");
	for (size_t i = 0; i < elements; i++) {
		l.chain[2 * i] = (uint8_t)image->control[i];
		l.chain[2 * i + 1] = (uint8_t)(image->control[i] >> 8);
	}
	l.total = 2 * l.bytes + RECORD * (2 + (size_t)(who->banks - BANK_FIRST) * image->cycles);
	error = pass_chain(&l, false);
	if (!error)
		error = write_settings(&l);
	if (!error)
		error = pass_chain(&l, true);
	host->device_known = error == FTC_HOST_DONE;
	if (!error)
		host->step_clocks = image->step;
	free(l.chain);
	return error;
}

/* ---- steps ---- */

static unsigned work_ms(const struct ftc_host *host, size_t steps)
{
	return (unsigned)((double)steps * (host->step_clocks + CLOCKS_BETWEEN) / (1e3 * host->device.clock_mhz)) + 1;
}

/* Makes `repeat` steps with each of `count` rows, which fit into a request; `out` gets the pins behind each. */
static enum ftc_host_error step_rows(struct ftc_host *host, const uint8_t *in, size_t count, unsigned repeat, uint8_t *out)
{
	size_t row = ftc_host_device_row(&host->device);
	struct request r = device_request(COMMAND_STEP, "step");
	enum ftc_host_error error;

	r.body[3] = (uint8_t)(repeat - 1);
	r.refusal = FTC_HOST_RESTARTED;
	r.refusal_is = "nothing is loaded into the device: the board has been reset since";
	r.work_ms = work_ms(host, count * repeat);
	add_data(&r, in, count * row);
	add_data(&r, in + (count - 1) * row, row);	/* makes no step: in its place the last pins come back */
	error = ask(host, &r);
	if (!error)
		memcpy(out, answer_data(host) + row, count * row);
	return error;
}

static size_t most_rows(const struct ftc_host *host)
{
	return ROOM / ftc_host_device_row(&host->device) - 1;
}

enum ftc_host_error ftc_host_device_step(struct ftc_host *host, const uint8_t *in, size_t count, uint8_t *out)
{
	size_t row = ftc_host_device_row(&host->device), most;
	enum ftc_host_error error = FTC_HOST_DONE;

	if (!host->device_known)
		return host_fail(host, FTC_HOST_CLOSED, "the device has not been identified");
	most = most_rows(host);
	for (size_t at = 0; at < count && !error; at += most)
		error = step_rows(host, in + at * row, count - at < most ? count - at : most, 1, out + at * row);
	return error;
}

enum ftc_host_error ftc_host_device_run(struct ftc_host *host, const uint8_t *in, uint64_t steps, uint8_t *out)
{
	size_t row = ftc_host_device_row(&host->device);
	uint8_t rows[ROOM], answer[ROOM];
	enum ftc_host_error error = FTC_HOST_DONE;

	if (!host->device_known)
		return host_fail(host, FTC_HOST_CLOSED, "the device has not been identified");
	for (size_t i = 0; i < most_rows(host); i++)
		memcpy(rows + i * row, in, row);
	while (steps > 0 && !error) {
		unsigned repeat = steps < MOST_REPEAT ? (unsigned)steps : MOST_REPEAT;
		size_t count = steps / repeat < most_rows(host) ? (size_t)(steps / repeat) : most_rows(host);

		error = step_rows(host, rows, count, repeat, answer);
		if (!error)
			memcpy(out, answer + (count - 1) * row, row);
		steps -= (uint64_t)count * repeat;
	}
	return error;
}
