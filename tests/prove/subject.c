/* subject.c: RTL and proofs of one plan or one small network. */
#include "subject.h"

#include "machines/sorter_proof.h"
#include "network/machine.h"

#include <stdlib.h>
#include <string.h>

#include "single.h"
#include "emit/emit.h"
#include "prove/crossing.h"
#include "shells/shells.h"
#include "util/process.h"

struct subject subject_plan(enum plan_kind kind, unsigned r, unsigned s, unsigned spacing, enum proof_method method)
{
	const struct plan_library like = { .spacing = spacing, .input_level = kind != PLAN_SORTER,
					   .lone_flip_flops = true };
	struct subject subject = { .proofs.prefix = SINGLE_NAME };

	subject.net = single_plan(&like, kind, r, s, &subject.proofs.files);
	if (kind == PLAN_SORTER)
		prove_sorter(&subject.proofs, single_of(subject.net));
	else
		prove_concentrator(&subject.proofs, single_of(subject.net), method);
	return subject;
}

struct subject subject_network(const char *file, const char *const *set)
{
	struct subject s = { .spec_read = true };
	struct override overrides[8] = { { "name=c" } };
	size_t count = 1;

	while (*set)
		overrides[count++].text = *set++;
	if (!spec_read(&s.spec, file, overrides, count))
		abort();
	if (!shell_for_user(&s.spec, &no_shell))
		abort();
	s.net = network_elaborate(&s.spec);
	struct stack stack = stack_lower(s.net);

	s.proofs.prefix = s.spec.name;
	if (!stack_emit(&stack, s.net, "test", &s.proofs.files))
		abort();
	s.spec.machine->hardware.prove(&s.proofs, s.net);
	if (stack.crossing)
		crossing_prove(&s.proofs, s.net, stack.crossing);
	if (s.spec.shell->prove)
		s.spec.shell->prove(&s.proofs, s.net, stack.shell);
	stack_free(&stack);
	return s;
}

struct text *subject_file(struct subject *s, const char *file)
{
	const char *form = strchr(file, '/') ? "%s.v" : *file ? "rtl/c_%s.v" : "rtl/c.v%s";
	char *path = format_string(form, file);
	struct text *content = NULL;

	for (size_t i = 0; i < s->proofs.files.count && !content; i++)
		if (strcmp(s->proofs.files.files[i].path, path) == 0)
			content = &s->proofs.files.files[i].content;
	free(path);
	return content;
}

bool subject_write(struct subject *s)
{
	char *base = temporary_directory();
	int status;

	s->directory = format_string("%s/files", base);
	free(base);
	return output_commit(&s->proofs.files, s->directory, "verify", "c", &status);
}

void subject_free(struct subject *s)
{
	proofs_free(&s->proofs);
	network_free(s->net);
	if (s->spec_read)
		spec_free(&s->spec);
	free(s->directory);
}
