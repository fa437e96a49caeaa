/* bus_bench.c: masters and memories around a bus, clock by clock. */
#include "bus_bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bus_score.h"
#include "clocks.h"
#include "model.h"
#include "random.h"
#include "statistics.h"
#include "util/message.h"
#include "util/text.h"

enum { DATA_BITS = 32, SELECTS = 4, RESET_CLOCKS = 64, STREAMS_OF_MEMORIES = 1 << 20, STREAM_OF_HOLDS = 1 << 21, HOLDS = 5, RULES = 8, SHOWN_ENDS = 16, STARVED_TIMES = 4, PROGRESS_CLOCKS = 1 << 12 };

struct master {
	struct random random;
	bool offers;			/* its last access is on its port */
	uint64_t next;			/* the clock of its next request, at the earliest */
};

struct memory {
	struct random random;
	bool busy;			/* an access was taken, and its answer is due */
	uint64_t now, due;		/* in clocks of its own */
	uint32_t answer;
	bool fails;			/* it is an error */
};

struct ports {
	const struct model_port *cyc, *stb, *we, *adr, *dat, *sel, *stall, *ack, *err, *rdt;
};

struct run {
	const struct bus_bench *b;
	struct bus_result *r;
	struct bus_score *score;
	struct ports of_masters, of_slaves;
	const struct model_port *failed;	/* of masters whose writes are posted, or NULL */
	const struct model_port *holds[2], *broken[2];	/* of masters, of slaves: of each port HOLDS inputs and RULES outputs; or NULL */
	struct random holding;
	struct master *master;
	struct memory *memory;
	struct clocks *clocks;		/* of leaves that have some, or NULL */
	uint64_t now, event;		/* the last clock in which something happened */
	uint64_t answered;		/* in the whole run */
	uint64_t began, ended;		/* the measured clocks; 0: not yet */
	bool gaps;			/* there are addresses that are not mapped */
};

static const struct model_port *find_port(const struct model *m, const char *side, const char *name)
{
	char *whole = format_string("%s_%s", side, name);
	const struct model_port *port = model_port(m, whole);

	free(whole);
	return port;
}

static struct ports find_ports(const struct model *m, const char *side)
{
	return (struct ports){
		find_port(m, side, "cyc"), find_port(m, side, "stb"), find_port(m, side, "we"), find_port(m, side, "adr"),
		find_port(m, side, "dat"), find_port(m, side, "sel"), find_port(m, side, "stall"), find_port(m, side, "ack"),
		find_port(m, side, "err"), find_port(m, side, "rdt"),
	};
}

static uint32_t get(const struct run *run, const struct model_port *port, unsigned share, unsigned width)
{
	return (uint32_t)model_get(run->b->model, port, share * width, width);
}

static void set(const struct run *run, const struct model_port *port, unsigned share, unsigned width, uint32_t value)
{
	model_set(run->b->model, port, share * width, width, value);
}

/* ---- Masters ---------------------------------------------------------------------------------------------------- */

static bool is_mapped(const struct bus_bench *b, uint32_t address)
{
	if ((address & b->kept_bits) || (address >= b->kept_base && address - b->kept_base < b->kept_span))
		return true;
	for (unsigned i = 0; i < b->slaves; i++)
		if (address - b->slave[i].base < b->slave[i].size && address >= b->slave[i].base)
			return true;
	return false;
}

/* Whether there are addresses that no slave has. */
static bool has_gaps(const struct bus_bench *b)
{
	uint64_t mapped = b->kept_span, space = (uint64_t)1 << b->address_bits;

	for (uint32_t bits = b->kept_bits; bits; bits &= bits - 1)
		space /= 2;
	for (unsigned i = 0; i < b->slaves; i++)
		mapped += b->slave[i].size;
	return mapped < space;
}

/* Near a slave, where decoders err, or anywhere. */
static uint32_t unmapped_address(struct run *run, struct random *random)
{
	const struct bus_bench *b = run->b;
	uint64_t mask = ((uint64_t)1 << b->address_bits) - 4;

	for (;;) {
		const struct bus_window *w = &b->slave[random_below(random, b->slaves)];
		uint64_t near = random_next(random) & 1 ? w->base + w->size : w->base - 4;
		uint32_t address = (uint32_t)((random_next(random) & 1 ? near : random_next(random)) & mask);

		if (!is_mapped(b, address) && !(b->fenced && address >> 2 == b->fence >> 2))
			return address;
	}
}

static void make_access(struct run *run, unsigned m)
{
	const struct bus_bench *b = run->b;
	struct random *random = &run->master[m].random;
	struct bus_access a = { .write = random_unit(random) >= b->reads, .slave = NO_SLAVE, .data = (uint32_t)random_next(random),
				  .select = (uint32_t)random_below(random, 1 << SELECTS), .raised = run->now };
	/* Reads of AXI4-Lite have no byte enables. */
	if (b->split && b->split[m] && !a.write)
		a.select = (1 << SELECTS) - 1;
	/* Where there are none, nothing is drawn for them: buses whose masters and slaves are alike then get the same accesses. */
	const bool strays = b->unmapped > 0;

	if (strays && run->gaps && random_unit(random) < b->unmapped) {
		a.address = unmapped_address(run, random);
	} else if (strays && b->fenced && random_unit(random) < b->unmapped) {
		a.slave = FENCE;
		a.address = b->fence;
	} else {
		a.slave = b->hot != NO_SLAVE ? b->hot : (int)random_below(random, b->slaves);
		a.address = (uint32_t)(b->slave[a.slave].base + 4 * random_below(random, b->slave[a.slave].size / 4));
	}
	bus_score_offered(run->score, m, &a);
	run->master[m].offers = true;
}

/* The access that a master offers. */
static const struct bus_access *offer_of(const struct run *run, unsigned m)
{
	return bus_score_access(run->score, m, bus_score_open(run->score, m) - 1);
}

static void present_master(struct run *run, unsigned m)
{
	const struct ports *p = &run->of_masters;
	struct master *master = &run->master[m];

	if (!master->offers && run->ended == 0 && run->now >= master->next)
		make_access(run, m);
	set(run, p->cyc, m, 1, bus_score_open(run->score, m) > 0);
	set(run, p->stb, m, 1, master->offers);
	if (!master->offers)
		return;
	const struct bus_access *a = offer_of(run, m);

	set(run, p->we, m, 1, a->write);
	set(run, p->adr, m, run->b->address_bits, a->address);
	set(run, p->dat, m, DATA_BITS, a->data);
	set(run, p->sel, m, SELECTS, a->select);
}

/* An answer in the measured clocks. */
static void measure(struct run *run, unsigned m, const struct bus_access *a, bool error)
{
	struct bus_result *r = run->r;
	struct bus_service *service = &r->master[m];
	uint64_t waited = run->now - a->raised + 1;

	if (run->began == 0 || run->ended > 0)
		return;
	r->answered++;
	r->reads += !a->write;
	r->writes += a->write;
	r->unmapped += a->slave == NO_SLAVE;
	r->fences += a->slave == FENCE;
	r->errors += a->slave >= 0 && error;
	histogram_add(r->latency, waited);
	service->answered++;
	service->waited += waited;
	if (waited > service->longest)
		service->longest = waited;
}

/* The clock after the one in which enough was answered begins, or ends, what is measured. */
static void note_answer(struct run *run)
{
	const struct bus_bench *b = run->b;

	run->answered++;
	if (run->answered >= b->warmup && run->began == 0)
		run->began = run->now + 1;
	if (run->answered >= b->warmup + b->accesses && run->ended == 0)
		run->ended = run->now + 1;
}

static void hear_answer(struct run *run, unsigned m)
{
	const struct ports *p = &run->of_masters;
	bool ack = get(run, p->ack, m, 1), err = get(run, p->err, m, 1);
	struct bus_access answered;

	if (!ack && !err)
		return;
	run->event = run->now;
	if (ack && err)
		bus_score_wrong(run->score, run->now, "the master at leaf %u gets ack and err in one clock", run->b->master_leaf[m]);
	if (!bus_score_answered(run->score, m, err, get(run, p->rdt, m, DATA_BITS), run->now, &answered))
		return;
	measure(run, m, &answered, err);
	note_answer(run);
}

static void hear_master(struct run *run, unsigned m)
{
	const struct bus_bench *b = run->b;
	struct master *master = &run->master[m];

	hear_answer(run, m);
	if (!master->offers || get(run, run->of_masters.stall, m, 1))
		return;
	run->event = run->now;
	master->offers = false;
	bus_score_taken(run->score, m, run->now);
	master->next = run->now + 1 + random_below(&master->random, 2ull * b->think + 1);
}

/* ---- Slaves ----------------------------------------------------------------------------------------------------- */

static void present_memory(struct run *run, unsigned k)
{
	const struct ports *p = &run->of_slaves;
	struct memory *memory = &run->memory[k];
	bool answers = memory->busy && memory->due == memory->now;

	if (answers)
		memory->busy = false;
	set(run, p->stall, k, 1, memory->busy);
	set(run, p->ack, k, 1, answers && !memory->fails);
	set(run, p->err, k, 1, answers && memory->fails);
	/* Nobody may look at what is there without an answer. */
	set(run, p->rdt, k, DATA_BITS, answers ? memory->answer : ~memory->answer);
}

static void hear_memory(struct run *run, unsigned k)
{
	const struct bus_bench *b = run->b;
	const struct ports *p = &run->of_slaves;
	struct memory *memory = &run->memory[k];

	memory->now++;
	if (memory->busy || !get(run, p->stb, k, 1))
		return;
	struct bus_request q = {
		.write = get(run, p->we, k, 1), .fails = b->errors > 0 && random_unit(&memory->random) < b->errors,
		.offset = get(run, p->adr, k, b->offset_bits), .data = get(run, p->dat, k, DATA_BITS), .select = get(run, p->sel, k, SELECTS),
	};

	run->event = run->now;
	if (!get(run, p->cyc, k, 1))
		bus_score_wrong(run->score, run->now, "the slave at leaf %u sees stb without cyc", b->slave[k].leaf);
	memory->answer = bus_score_performed(run->score, k, &q, run->now);
	memory->fails = q.fails;
	memory->busy = true;
	memory->due = (int)k == b->dead ? UINT64_MAX : memory->now + b->memory_low + random_below(&memory->random, b->memory_high - b->memory_low + 1);
}

/* Does its clock rise, while it is in no reset? `clocks`: in this round; NULL: the bus's does. */
static bool rises(const struct run *run, const int *clock, unsigned k, const struct clocks *clocks)
{
	bool own = clock && clock[k] >= 0;

	if (!clocks)
		return !own;
	return own && clocks_rises(clocks, (unsigned)clock[k]) && !model_is_reset(run->b->model, (unsigned)clock[k]);
}

/* ---- Ports ------------------------------------------------------------------------------------------------------ */

/* Lets channels wait. */
static void present_holds(struct run *run)
{
	const unsigned ports[] = { run->b->masters, run->b->slaves };

	for (unsigned side = 0; run->b->holds > 0 && side < 2; side++)
		for (unsigned k = 0; run->holds[side] && k < HOLDS * ports[side]; k++)
			set(run, run->holds[side], k, 1, random_unit(&run->holding) < run->b->holds);
}

/* Counts each broken rule. */
static void hear_rules(struct run *run, unsigned side, const char *who, unsigned k, unsigned leaf, const char *const *rules)
{
	uint32_t broken = get(run, run->broken[side], k, RULES);

	for (unsigned bit = 0; broken >> bit > 0; bit++)
		if (broken >> bit & 1)
			bus_score_wrong(run->score, run->now, "at the port of the %s at leaf %u a rule is broken: %s", who, leaf, rules[bit]);
}

static void hear_ports(struct run *run, const struct clocks *clocks)
{
	const struct bus_bench *b = run->b;

	for (unsigned m = 0; b->master_rules && m < b->masters; m++)
		if (rises(run, b->master_clock, m, clocks))
			hear_rules(run, 0, "master", m, b->master_leaf[m], b->master_rules[m]);
	for (unsigned k = 0; b->slave_rules && k < b->slaves; k++)
		if (rises(run, b->slave_clock, k, clocks))
			hear_rules(run, 1, "slave", k, b->slave[k].leaf, b->slave_rules[k]);
}

/* ---- A hang ----------------------------------------------------------------------------------------------------- */

static void show_access(const struct bus_access *a)
{
	char *taken = a->is_taken ? format_string("taken in clock %" PRIu64, a->taken) : copy_string("stalled");

	detail("  %s 0x%08x, raised in clock %" PRIu64 ", %s%s", a->write ? "write" : "read", a->address, a->raised, taken,
	       a->performed > 0 ? ", performed" : "");
	free(taken);
}

static void show_master(const struct run *run, unsigned m)
{
	unsigned open = bus_score_open(run->score, m);

	if (open == 0)
		return;
	detail("master at leaf %u has %u access%s without an answer:", run->b->master_leaf[m], open, open == 1 ? "" : "es");
	for (unsigned i = 0; i < open; i++)
		show_access(bus_score_access(run->score, m, i));
}

static void show_slave(const struct run *run, unsigned k)
{
	const struct memory *memory = &run->memory[k];
	bool stb = get(run, run->of_slaves.stb, k, 1);

	if (memory->busy && (int)k == run->b->dead)
		detail("slave at leaf %u: it is dead", run->b->slave[k].leaf);
	else if (memory->busy)
		detail("slave at leaf %u: its memory answers in %" PRIu64 " clocks of its own", run->b->slave[k].leaf,
		       memory->due - memory->now);
	else if (stb)
		detail("slave at leaf %u: stb is high", run->b->slave[k].leaf);
}

/* Says in which state the run hangs. */
static void show_state(const struct run *run)
{
	const struct bus_bench *b = run->b;

	for (unsigned m = 0; m < b->masters && m < SHOWN_ENDS; m++)
		show_master(run, m);
	for (unsigned k = 0; k < b->slaves && k < SHOWN_ENDS; k++)
		show_slave(run, k);
}

/* How long the oldest access of any master waits. */
static uint64_t longest_wait(const struct run *run, unsigned *master)
{
	uint64_t longest = 0;

	for (unsigned m = 0; m < run->b->masters; m++) {
		uint64_t waits = bus_score_open(run->score, m) > 0 ? run->now - bus_score_access(run->score, m, 0)->raised : 0;

		if (waits > longest) {
			longest = waits;
			*master = m;
		}
	}
	return longest;
}

/* Has the run come to a stop, or has it left a master behind? Then it says so. */
static bool hangs(struct run *run)
{
	unsigned master = 0;
	uint64_t waits = longest_wait(run, &master);

	/* Masters that think make no access hang: the wait begins when one is raised. */
	if (bus_score_all_open(run->score) == 0)
		run->event = run->now;
	bool still = run->now - run->event > run->b->patience;

	if (!still && waits <= STARVED_TIMES * run->b->patience)
		return false;
	run->r->hung = true;
	if (still)
		error("clock %" PRIu64 ": the bus hangs: nothing has happened since clock %" PRIu64, run->now, run->event);
	else
		error("clock %" PRIu64 ": the master at leaf %u has waited for %" PRIu64 " clocks: it is starved", run->now,
		      run->b->master_leaf[master], waits);
	show_state(run);
	return true;
}

/* ---- A run ------------------------------------------------------------------------------------------------------ */

static bool is_done(const struct run *run)
{
	if (run->ended == 0 || bus_score_all_open(run->score) > 0)
		return false;
	for (unsigned k = 0; k < run->b->slaves; k++)
		if (run->memory[k].busy && (int)k != run->b->dead)
			return false;
	return true;
}

/* What happens at an edge. */
static void edge(struct run *run, const struct clocks *clocks)
{
	const struct bus_bench *b = run->b;

	for (unsigned m = 0; m < b->masters; m++)
		if (rises(run, b->master_clock, m, clocks))
			present_master(run, m);
	for (unsigned k = 0; k < b->slaves; k++)
		if (rises(run, b->slave_clock, k, clocks))
			present_memory(run, k);
	present_holds(run);
	model_eval(b->model);
	hear_ports(run, clocks);
	for (unsigned k = 0; k < b->slaves; k++)
		if (rises(run, b->slave_clock, k, clocks))
			hear_memory(run, k);
	for (unsigned m = 0; m < b->masters; m++)
		if (rises(run, b->master_clock, m, clocks))
			hear_master(run, m);
}

static void step(struct run *run)
{
	if (run->clocks)
		clocks_advance(run->clocks);
	while (run->clocks && clocks_round(run->clocks)) {
		edge(run, run->clocks);
		model_raise(run->b->model, run->clocks);
	}
	edge(run, NULL);
	model_edge(run->b->model);
	run->now++;
}

static void begin(struct run *run)
{
	const struct bus_bench *b = run->b;

	run->of_masters = find_ports(b->model, "master");
	run->of_slaves = find_ports(b->model, "slave");
	run->failed = b->posted ? model_port(b->model, "failed") : NULL;
	run->holds[0] = find_port(b->model, "master", "holds");
	run->holds[1] = find_port(b->model, "slave", "holds");
	run->broken[0] = find_port(b->model, "master", "broken");
	run->broken[1] = find_port(b->model, "slave", "broken");
	random_start(&run->holding, b->seed, STREAM_OF_HOLDS);
	run->master = allocate_array(b->masters, sizeof *run->master);
	run->memory = allocate_array(b->slaves, sizeof *run->memory);
	run->gaps = b->unmapped > 0 && has_gaps(b);
	for (unsigned m = 0; m < b->masters; m++) {
		random_start(&run->master[m].random, b->seed, m);
		run->master[m].next = random_below(&run->master[m].random, 2ull * b->think + 1);
	}
	for (unsigned k = 0; k < b->slaves; k++)
		random_start(&run->memory[k].random, b->seed, STREAMS_OF_MEMORIES + k);
	model_run_clocks(b->model, b->seed);
	model_reset(b->model, RESET_CLOCKS);
	run->clocks = model_take_clocks(b->model);
}

/* An error of a posted write shows at its master for good, and nothing else does. The last answers are on their way for a while. */
static void check_failed(struct run *run)
{
	const struct bus_bench *b = run->b;

	for (uint64_t i = 0; run->failed && i < b->patience / 10; i++)
		step(run);
	for (unsigned m = 0; run->failed && m < b->masters; m++)
		if (get(run, run->failed, m, 1) != bus_score_failed(run->score, m))
			bus_score_wrong(run->score, run->now, "`failed` of the master at leaf %u is %d, but %s of its writes was answered by an"
					" error", b->master_leaf[m], !bus_score_failed(run->score, m), bus_score_failed(run->score, m) ? "one" : "none");
}

bool bus_bench_run(const struct bus_bench *b, struct bus_result *r)
{
	*r = (struct bus_result){ .latency = histogram_create(), .master = allocate_array(b->masters, sizeof *r->master) };
	struct run run = { .b = b, .r = r, .score = bus_score_new(b, r) };

	begin(&run);
	while (!is_done(&run) && !hangs(&run)) {
		if (b->show_progress && run.now % PROGRESS_CLOCKS == 0)
			progress("%" PRIu64 " of %" PRIu64 " accesses", run.answered, b->warmup + b->accesses);
		step(&run);
	}
	if (!r->hung)
		check_failed(&run);
	r->all_clocks = run.now;
	r->clocks = run.began > 0 ? (run.ended > 0 ? run.ended : run.now) - run.began : 0;
	bus_score_end(run.score, run.now);
	bus_score_free(run.score);
	clocks_free(run.clocks);
	free(run.master);
	free(run.memory);
	return r->wrong + r->lost + r->doubled == 0 && !r->hung;
}

void bus_result_add(struct bus_result *r, const struct bus_result *other, unsigned masters)
{
	r->clocks += other->clocks;
	r->all_clocks += other->all_clocks;
	r->answered += other->answered;
	r->reads += other->reads;
	r->writes += other->writes;
	r->unmapped += other->unmapped;
	r->fences += other->fences;
	r->errors += other->errors;
	r->performed += other->performed;
	r->wrong += other->wrong;
	r->lost += other->lost;
	r->doubled += other->doubled;
	r->hung |= other->hung;
	histogram_merge(r->latency, other->latency);
	for (unsigned m = 0; m < masters; m++) {
		r->master[m].answered += other->master[m].answered;
		r->master[m].waited += other->master[m].waited;
		if (other->master[m].longest > r->master[m].longest)
			r->master[m].longest = other->master[m].longest;
	}
}

void bus_result_free(struct bus_result *r)
{
	if (r->latency)
		histogram_free(r->latency);
	free(r->master);
	*r = (struct bus_result){ 0 };
}
