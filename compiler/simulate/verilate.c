/* verilate.c: from Verilog to a model library.
 *
 * In: a top module, its ports, its files. Out: one shared library that exports `ftc_model` (sim/model_abi.h).
 * The steps: write the wrapper, run verilator (which runs make and the compiler), read in what it
 * emitted which calling form it chose, write the C file for that form, link. */
#include "simulate/verilate.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lower/design.h"
#include "util/cache.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/process.h"

/* Every field starts at a multiple of this, so that valid and ready vectors can be scanned word by word. */
enum { FIELD_ALIGNMENT = 64 };

/* Both vectors are wider than 64 bits whatever the ports: then Verilator always passes them in the same order. */
enum { LEAST_VECTOR = 128 };

static const struct cache models = { "models", ".so", 256 << 20 };

enum { OLDEST_VERILATOR = 5002, EMITTED_LIMIT = 16 << 20, LONGEST_TOLD = 300, COMPILER_MEGABYTES = 550 };

struct verilate_port *verilate_ports(const struct module *module, size_t *count)
{
	struct verilate_port *port = allocate_array(module->net_count + 1, sizeof *port);

	*count = 0;
	for (size_t i = 0; i < module->net_count; i++) {
		const struct net *net = &module->net[i];

		if (net->direction != PORT_NONE && strcmp(net->name, "clk"))
			port[(*count)++] = (struct verilate_port){ net->name, net->width,
								   net->direction == PORT_OUTPUT };
	}
	return port;
}

static unsigned aligned(unsigned bits)
{
	return (bits + FIELD_ALIGNMENT - 1) / FIELD_ALIGNMENT * FIELD_ALIGNMENT;
}

static unsigned vector_bits(const struct verilate *v, bool output)
{
	unsigned bits = 0;

	for (size_t i = 0; i < v->port_count; i++)
		if (v->port[i].output == output)
			bits += aligned(v->port[i].width);
	if (bits < LEAST_VECTOR)
		bits = LEAST_VECTOR;
	/* With waveforms one more input changes at every evaluation: it advances the time. */
	return v->trace && !output ? bits + FIELD_ALIGNMENT : bits;
}

/* `low` of every port, in the order of v->port. */
static unsigned *place_ports(const struct verilate *v)
{
	unsigned *low = allocate_array(v->port_count + 1, sizeof *low), next[2] = { 0, 0 };

	for (size_t i = 0; i < v->port_count; i++) {
		low[i] = next[v->port[i].output];
		next[v->port[i].output] += aligned(v->port[i].width);
	}
	return low;
}

static void field(struct text *t, const char *vector, unsigned low, unsigned width)
{
	if (width == 1)
		text_print(t, "%s[%u]", vector, low);
	else
		text_print(t, "%s[%u:%u]", vector, low + width - 1, low);
}

/* The bits of `out` that no port drives. */
static void fill_gaps(const struct verilate *v, const unsigned *low, struct text *t)
{
	unsigned from = 0, bits = vector_bits(v, true);

	for (size_t i = 0; i < v->port_count; i++) {
		if (!v->port[i].output)
			continue;
		from = low[i] + v->port[i].width;
		if (from % FIELD_ALIGNMENT) {
			text_add(t, "    assign ");
			field(t, "out", from, aligned(from) - from);
			text_add(t, " = 0;\n");
		}
		from = aligned(from);
	}
	if (from < bits)
		text_print(t, "    assign out[%u:%u] = 0;\n", bits - 1, from);
}

/* Time, waveform and random power-up are the three things that a C-linkage library cannot be asked for; each
 * is one statement in the generated wrapper, and its argument comes from the generated C file. */
static const char wrapper_tracing[] =
	"    import \"DPI-C\" function string ftc_trace_file();\n"
	"    initial begin\n"
	"        $c(\"vlSymsp->_vm_contextp__->traceEverOn(true);\");\n"
	"        $dumpfile(ftc_trace_file());\n"
	"        $dumpvars(0, ftc_model);\n"
	"    end\n";
static const char wrapper_random[] =
	"    import \"DPI-C\" function int unsigned ftc_random_registers();\n"
	"    initial if (ftc_random_registers() != 0) begin\n"
	"        $c(\"vlSymsp->_vm_contextp__->randReset(2);\");\n"
	"        $c(\"vlSymsp->_vm_contextp__->randSeed(\", ftc_random_registers(), \");\");\n"
	"    end else begin\n"
	"        $c(\"vlSymsp->_vm_contextp__->randReset(0);\");\n"
	"    end\n";

/* What lets the time pass, at each evaluation. */
static void print_time(const struct verilate *v, const unsigned *low, struct text *t)
{
	size_t i = 0;

	text_print(t, "    always @(in[%u]) $c(\"vlSymsp->_vm_contextp__->timeInc(\", ", vector_bits(v, false) - FIELD_ALIGNMENT);
	while (v->elapsed && strcmp(v->port[i].name, v->elapsed) != 0)
		i++;
	if (v->elapsed)
		field(t, "in", low[i], v->port[i].width);
	else
		text_add(t, "5");
	text_add(t, ", \");\");\n");
}

/* The instance of this name, and the ports that begin with it; without a name that of all ports. `clocked`: its clock is clk. */
static void print_instance(const struct verilate *v, const unsigned *low, const char *name, bool clocked, struct text *t)
{
	size_t before = name ? strlen(name) + 1 : 0;
	const char *between = "";

	text_print(t, "    %s %s (", v->top, name ? name : v->top);
	if (clocked) {
		text_print(t, "\n        .%s(clk)", v->clock ? v->clock : "clk");
		between = ",";
	}
	for (size_t i = 0; i < v->port_count; i++) {
		const struct verilate_port *port = &v->port[i];

		if (name && (strncmp(port->name, name, before - 1) != 0 || port->name[before - 1] != '_'))
			continue;
		text_print(t, "%s\n        .%s(", between, port->name + before);
		field(t, port->output ? "out" : "in", low[i], port->width);
		text_add(t, ")");
		between = ",";
	}
	text_add(t, "\n    );\n");
}

/* Prints the wrapper module, with the ports `in` and `out` for `v`, as SystemVerilog. */
static void verilate_wrapper(const struct verilate *v, struct text *t)
{
	unsigned *low = place_ports(v);

	text_print(t, "module ftc_model (input bit clk, input bit [%u:0] in /*verilator clocker*/,\n"
		      "                  output bit [%u:0] out);\n",
		   vector_bits(v, false) - 1, vector_bits(v, true) - 1);
	text_add(t, v->trace ? wrapper_tracing : wrapper_random);
	if (v->trace)
		print_time(v, low, t);
	for (unsigned k = 0; k < (v->beside ? 2 : 1); k++)
		print_instance(v, low, v->beside ? v->beside[k] : NULL, k == 0, t);
	fill_gaps(v, low, t);
	text_add(t, "endmodule\n");
	free(low);
}

/* How `in` reaches the model: together with the clock, or by a call of its own. */
enum calling_form { FORM_TOGETHER, FORM_APART, FORM_UNKNOWN };

/* The parameters of function `name` in what --lib-create emitted, blanks removed; false when there are none. */
static bool emitted_parameters(const char *source, const char *name, struct text *parameters)
{
	char *start = format_string("%s(", name);
	const char *at = strstr(source, start), *end = at ? strchr(at, ')') : NULL;

	if (end)
		for (at += strlen(start); at < end; at++)
			if (*at != ' ' && *at != '\n' && *at != '\t')
				text_add_bytes(parameters, at, 1);
	free(start);
	return end;
}

static enum calling_form calling_form(const char *emitted)
{
	struct text seq = {0}, combo = {0};
	enum calling_form form = FORM_UNKNOWN;

	if (emitted_parameters(emitted, "ftc_model_protectlib_seq_update", &seq)
	    && emitted_parameters(emitted, "ftc_model_protectlib_combo_update", &combo)) {
		if (!strcmp(seq.bytes, "void*vhandlep__V,svBitclk,constsvBitVecVal*in,svBitVecVal*out"))
			form = FORM_TOGETHER;
		else if (!strcmp(seq.bytes, "void*vhandlep__V,svBitclk,svBitVecVal*out")
			 && !strcmp(combo.bytes, "void*vhandlep__V,constsvBitVecVal*in,svBitVecVal*out"))
			form = FORM_APART;
	}
	text_free(&seq);
	text_free(&combo);
	return form;
}

/* The C file that wraps the library in struct model_abi. */
static void write_shim(const struct verilate *v, enum calling_form form, struct text *t)
{
	unsigned *low = place_ports(v), in = vector_bits(v, false) / 32, out = vector_bits(v, true) / 32;

	text_print(t, "#define FTC_IN_WORDS %u\n#define FTC_OUT_WORDS %u\n%s%s"
		      "#define PORT_COUNT %zu\n#define PORTS \\\n", in, out,
		   form == FORM_APART ? "#define FTC_APART\n" : "", v->trace ? "#define FTC_TRACING\n" : "",
		   v->port_count);
	for (size_t i = 0; i < v->port_count; i++)
		text_print(t, "	{ \"%s\", %u, %u, %d }, \\\n", v->port[i].name, low[i], v->port[i].width,
			   v->port[i].output);
	text_add(t, "	{ \"\", 0, 0, 0 }\n#include \"model_shim.c\"\n");
	free(low);
}

/* "5.006" of "Verilator 5.006 2023-01-22 rev ..." as 5006; 0 when it is not that. */
static unsigned parse_version(const char *text)
{
	unsigned major, minor;

	if (sscanf(text, "Verilator %u.%u", &major, &minor) != 2)
		return 0;
	return major * 1000 + minor;
}

/* Of a long line, as of a command that names a thousand files, only the beginning. */
static void tell_line(const char *line)
{
	size_t length = strcspn(line, "\n");

	detail("%.*s%s", (int)(length < LONGEST_TOLD ? length : LONGEST_TOLD), line, length > LONGEST_TOLD ? " ..." : "");
}

/* Runs a tool and, when it fails, shows what it said. */
static bool run_tool(const char *what, struct arguments *a, const char *directory)
{
	struct process_result result = {0};
	bool good = run_process(a->items, directory, &result);

	if (!good) {
		char *how = process_end_told(&result);
		error("%s %s%s", what, how, result.output.length ? ":" : "");
		free(how);
		for (const char *line = result.output.bytes; *line; line = text_next_line(line))
			tell_line(line);
		process_suggest_more(&result);
	}
	text_free(&result.output);
	return good;
}

static bool check_version(const char *verilator, struct text *version)
{
	char *const argv[] = { (char *)verilator, "--version", NULL };
	struct process_result result;
	bool good = run_process(argv, NULL, &result);

	*version = result.output;
	if (!good) {
		char *how = process_end_told(&result);
		error("%s --version %s", verilator, how);
		free(how);
		process_suggest_more(&result);
		return false;
	}
	if (parse_version(version->bytes) >= OLDEST_VERILATOR)
		return true;
	return error("%s is too old: expected version 5.002 or later, found \"%.*s\"", verilator,
		     (int)strcspn(version->bytes, "\n"), version->bytes);
}

static bool is_verilog(const char *path)
{
	return text_ends_with(path, ".v") || text_ends_with(path, ".sv");
}

/* Flags for make. -O2 doubles the speed over Verilator's default -Os. Pieces, whose code stays in the processor's caches,
 * run as fast with -O1, and take three quarters of the time to compile. */
static const char *make_flags(bool piece)
{
	const char *chosen = getenv("FTC_MODEL_FLAGS");

	return chosen && *chosen ? chosen : piece ? "OPT_FAST=-O1 OPT_GLOBAL=-O1" : "OPT_FAST=-O2 OPT_GLOBAL=-O1";
}

static bool digest_file(const char *path, struct digest *d)
{
	struct text content = {0};
	bool good = read_file(path, EMITTED_LIMIT, &content);

	digest_add(d, content.bytes, content.length);
	text_free(&content);
	return good;
}

/* Everything that makes one library differ from another. */
static bool digest_of(const struct verilate *v, const char *version, const char *wrapper, const char *flags, struct digest *d)
{
	const char *compiler = getenv("CXX");

	digest_start(d);
	digest_add_string(d, version);
	digest_add_string(d, compiler ? compiler : "");
	digest_add_string(d, flags);
	digest_add_string(d, wrapper);
	digest_add_string(d, v->trace ? "tracing" : "random");
	digest_add_string(d, FTC_VERSION);
	digest_add_string(d, v->hierarchical ? v->hierarchical : "");
	for (size_t i = 0; i < v->option_count; i++)
		digest_add_string(d, v->option[i]);
	digest_add_string(d, "files");
	for (size_t i = 0; v->rtl && i < v->rtl->count; i++)
		if (is_verilog(v->rtl->files[i].path))
			digest_add(d, v->rtl->files[i].content.bytes, v->rtl->files[i].content.length);
	for (size_t i = 0; i < v->source_count; i++)
		if (!digest_file(v->source[i], d))
			return false;
	char *shim = data_path("sim/model_shim.c");
	bool good = digest_file(shim, d);
	free(shim);
	return good;
}

/* Writes a file to `work`, and adds its path to the command line. */
static bool write_source(const char *work, const char *name, const struct text *content, struct arguments *a)
{
	char *path = format_string("%s/%s", work, name);

	for (char *slash = path + strlen(work); (slash = strchr(slash + 1, '/'));) {
		*slash = 0;
		mkdir(path, 0777);
		*slash = '/';
	}
	bool good = write_file(path, content);
	arguments_add(a, "%s", path);
	free(path);
	return good;
}

/* Writes v->rtl to `work`, and adds the paths to the command line. */
static bool write_sources(const struct verilate *v, const char *work, struct arguments *a)
{
	for (size_t i = 0; v->rtl && i < v->rtl->count; i++) {
		const struct output_file *file = &v->rtl->files[i];

		if (is_verilog(file->path) && !write_source(work, file->path, &file->content, a))
			return false;
	}
	for (size_t i = 0; i < v->source_count; i++) {
		char *path = realpath(v->source[i], NULL);

		arguments_add(a, "%s", path ? path : v->source[i]);
		free(path);
	}
	return true;
}

/* Small models are one file and one compiler; large ones are compiled side by side: by at most 16 compilers, and by no
 * more than half of the memory that tools may take has room for. Verilator itself needs the rest. */
static long compilers(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN), most = 16, megabytes = (long)process_megabytes();

	if (megabytes > 0 && megabytes / 2 / COMPILER_MEGABYTES < most)
		most = megabytes / 2 / COMPILER_MEGABYTES;
	if (count > most)
		count = most;
	return count < 1 ? 1 : count;
}

/* How a library is made beside others. */
struct company {
	const char *flags;		/* make_flags() */
	long compilers;
	bool one_file;			/* its model is compiled in one go: its pieces would all read the same headers */
	bool without_runtime;		/* Verilator's own code, which is the same in all, is another one's */
};

/* The command line but for the sources. */
static void verilator_options(const struct verilate *v, const char *verilator, const struct company *company,
			      struct arguments *a)
{
	arguments_add_all(a, verilator, "--cc", "--lib-create", "ftc_model", "--top-module", "ftc_model",
			  "--Mdir", "build", "--build", "-j", NULL);
	arguments_add(a, "%ld", company->compilers);
	/* -fno-gnu-unique: every library has its own time. */
	arguments_add_all(a, "-MAKEFLAGS", company->flags, "-CFLAGS", "-fno-gnu-unique", "-Wno-fatal", "-Wno-lint",
			  "+1364-2005ext+v", NULL);
	if (v->trace)
		arguments_add_all(a, "--trace-fst", "--timescale-override", v->elapsed ? "1ps/1ps" : "1ns/1ns", NULL);
	/* Nobody needs the shared library that make would link beside the archive. The modules of a hierarchical model have
	 * makefiles with other targets. */
	if (v->hierarchical)
		arguments_add(a, "--hierarchical");
	else
		arguments_add_all(a, "-MAKEFLAGS", "libftc_model.a", NULL);
	if (company->one_file)
		arguments_add_all(a, "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0", NULL);
	if (company->without_runtime)
		arguments_add_all(a, "-MAKEFLAGS", "VM_GLOBAL_FAST= VM_GLOBAL_SLOW=", NULL);
	for (size_t i = 0; i < v->option_count; i++)
		arguments_add(a, "%s", v->option[i]);
}

static bool run_verilator(const struct verilate *v, const char *verilator, const struct text *wrapper, const char *work,
			  const struct company *company)
{
	struct arguments a = {0};
	struct text control = {0};
	char *ccache = find_tool("ccache");
	bool good = true;

	verilator_options(v, verilator, company, &a);
	if (v->hierarchical) {
		text_print(&control, "`verilator_config\nhier_block -module \"%s\"\n", v->hierarchical);
		good = write_source(work, "control.vlt", &control, &a);
	}
	good = good && write_source(work, "ftc_model.sv", wrapper, &a) && write_sources(v, work, &a);
	/* make hands the path to a shell. */
	if (ccache && is_plain_path(ccache))
		setenv("OBJCACHE", ccache, 0);
	good = good && run_tool("verilator", &a, work);
	free(ccache);
	text_free(&control);
	arguments_free(&a);
	return good;
}

/* Runs gcc or g++, which have packages of their names, in `work`; `a` are its further arguments, which are freed. */
static bool run_compiler(const char *name, struct arguments *a, const char *work)
{
	struct arguments whole = {0};
	char *compiler = require_tool(name), *include = data_path("sim");

	arguments_add_all(&whole, compiler ? compiler : name, "-O2", "-fPIC", NULL);
	arguments_add(&whole, "-I%s", include);
	for (size_t i = 0; i < a->count; i++)
		arguments_add(&whole, "%s", a->items[i]);
	bool good = compiler && run_tool(name, &whole, work);
	free(include);
	free(compiler);
	arguments_free(&whole);
	arguments_free(a);
	return good;
}

/* Opening a library that is cut off ends in SIGBUS. The table of sections is the last thing in it. */
static bool check_library(const char *work)
{
	char *path = format_string("%s/model.so", work);
	FILE *f = fopen(path, "rb");
	ElfW(Ehdr) head;
	struct stat status;
	bool whole = f && fstat(fileno(f), &status) == 0 && fread(&head, sizeof head, 1, f) == 1
		     && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0
		     && head.e_shoff + (uint64_t)head.e_shnum * head.e_shentsize <= (uint64_t)status.st_size;

	if (f)
		fclose(f);
	free(path);
	return whole || error("g++ has made no whole library");
}

/* One shared library of what verilator made and the generated C file. */
static bool link_library(const struct verilate *v, const char *runtime, const char *work)
{
	struct arguments compile = {0}, link = {0};

	arguments_add_all(&compile, "-std=c11", "-c", "shim.c", NULL);
	arguments_add_all(&link, "-shared", "-fno-gnu-unique", "-o", "model.so", "shim.o", "build/libftc_model.a",
			  runtime ? runtime : "-lpthread", "-lpthread", v->trace ? "-lz" : NULL, "-Wl,--wrap=fflush", NULL);
	bool good = run_compiler("gcc", &compile, work) && run_compiler("g++", &link, work) && check_library(work);
	arguments_free(&link);
	return good;
}

/* Has a tool that ended well left its result? */
static bool has_left(const char *work, const char *tool, const char *name)
{
	char *path = format_string("%s/%s", work, name);
	struct stat status;
	bool left = stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;

	free(path);
	return left || error("%s wrote no %s", tool, name);
}

/* Reads the calling form out of what was emitted and wraps the library accordingly. */
static bool wrap_library(const struct verilate *v, const char *runtime, const char *work)
{
	struct text emitted = {0}, shim = {0};
	enum calling_form form = FORM_UNKNOWN;

	if (has_left(work, "verilator", "build/ftc_model.cpp") && has_left(work, "make", "build/libftc_model.a")
	    && read_file_in(work, "build/ftc_model.cpp", EMITTED_LIMIT, &emitted)) {
		form = calling_form(emitted.bytes);
		if (form == FORM_UNKNOWN)
			error("ftc cannot call the library that this version of verilator emits");
	}
	bool good = form != FORM_UNKNOWN;
	if (good) {
		write_shim(v, form, &shim);
		good = write_file_in(work, "shim.c", &shim) && link_library(v, runtime, work);
	}
	text_free(&emitted);
	text_free(&shim);
	return good;
}

/* A library on its way. */
struct making {
	const struct verilate *v;
	const char *verilator;
	struct text wrapper;
	struct digest digest;
	char *work;			/* a private directory; NULL: the library is there */
	struct company company;
};

static bool compile(const struct making *m)
{
	return run_verilator(m->v, m->verilator, &m->wrapper, m->work, &m->company);
}

static int compile_beside(void *context, int output)
{
	(void)output;
	bool good = compile(context);

	fflush(NULL);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}

/* The libraries that are being made. */
struct batch {
	struct making **making;
	struct process_job *job;
	size_t count, finished;
	bool failed;
};

static bool finish_library(struct process_job *job, void *context)
{
	struct batch *b = context;

	b->finished++;
	text_free(&job->result.output);
	b->failed = b->failed || !process_succeeded(&job->result);
	return false;
}

static void show_libraries(const struct process_job *job, size_t count, void *context)
{
	const struct batch *b = context;

	(void)job;
	(void)count;
	progress("verilating: %zu of %zu pieces", b->finished, b->count);
}

/* One uses all processors for itself. */
static bool compile_one(struct making *m)
{
	progress("verilating %s", m->v->top);
	m->company.compilers = compilers();
	return compile(m);
}

/* Several take one processor each, and Verilator's own code from the first of them. */
static bool compile_several(struct batch *b)
{
	struct process_watcher watcher = { .running = show_libraries, .ended = finish_library, .context = b, .stop = &b->failed };
	long at_once = compilers();

	b->job = allocate_array(b->count, sizeof *b->job);
	for (size_t i = 0; i < b->count; i++) {
		b->job[i] = (struct process_job){ .work = compile_beside, .context = b->making[i] };
		b->making[i]->company.compilers = 1;
		b->making[i]->company.without_runtime = i > 0;
	}
	run_processes(b->job, b->count, at_once < MOST_PROCESSES ? (unsigned)at_once : MOST_PROCESSES, &watcher);
	free(b->job);
	return !b->failed;
}

static bool build(struct batch *b)
{
	bool good = b->count == 0 || (b->count == 1 ? compile_one(b->making[0]) : compile_several(b));
	char *runtime = b->count > 1 ? format_string("%s/build/libftc_model.a", b->making[0]->work) : NULL;

	for (size_t i = 0; good && i < b->count; i++)
		good = wrap_library(b->making[i]->v, i > 0 ? runtime : NULL, b->making[i]->work);
	free(runtime);
	return good;
}

/* Finds the library, or prepares its making. */
static bool prepare(struct making *m, const char *version, char **library)
{
	verilate_wrapper(m->v, &m->wrapper);
	if (!digest_of(m->v, version, m->wrapper.bytes, m->company.flags, &m->digest))
		return false;
	*library = cache_find(&models, &m->digest);
	if (!*library)
		m->work = temporary_directory();
	return *library || m->work;
}

static bool make_all(struct making *m, size_t count, char **library)
{
	struct batch b = { .making = allocate_array(count + 1, sizeof *b.making) };

	for (size_t i = 0; i < count; i++)
		if (!library[i])
			b.making[b.count++] = &m[i];
	bool good = build(&b);

	for (size_t i = 0; good && i < count; i++)
		if (!library[i]) {
			library[i] = format_string("%s/model.so", m[i].work);
			cache_keep(&models, &m[i].digest, library[i]);
		}
	free(b.making);
	return good;
}

bool verilate_all(const struct verilate *v, size_t count, char **library)
{
	char *verilator = require_tool("verilator");
	struct making *m = allocate_array(count + 1, sizeof *m);
	struct text version = {0};
	bool good = verilator && check_version(verilator, &version);

	for (size_t i = 0; good && i < count; i++) {
		m[i].v = &v[i];
		m[i].verilator = verilator;
		m[i].company = (struct company){ .flags = make_flags(count > 1), .one_file = count > 1 };
		good = prepare(&m[i], version.bytes, &library[i]);
	}
	good = good && make_all(m, count, library);
	for (size_t i = 0; i < count; i++) {
		text_free(&m[i].wrapper);
		free(m[i].work);
	}
	free(m);
	text_free(&version);
	free(verilator);
	return good;
}

char *verilate(const struct verilate *v)
{
	char *library = NULL;

	return verilate_all(v, 1, &library) ? library : NULL;
}
