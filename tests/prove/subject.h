/* subject.h: RTL and proofs of one plan or one small network, for tests. */
#ifndef TEST_PROVE_SUBJECT_H
#define TEST_PROVE_SUBJECT_H

#include <stdbool.h>

#include "prove/proof.h"

/* What is to be proved. Free with subject_free(). */
struct subject {
	struct proofs proofs;
	char *directory;		/* where subject_write() has put the files */
	struct network *net;
	struct spec spec;
	bool spec_read;
};

/* A concentrator by itself, or with PLAN_SORTER a sorter of r words. */
struct subject subject_plan(enum plan_kind kind, unsigned r, unsigned s, unsigned spacing, enum proof_method method);
/* The network of a parameter file with `--set` texts (ends with NULL). */
struct subject subject_network(const char *file, const char *const *set);

/* The text of the emitted rtl/c_FILE.v (a network is called c, too; "": its top), or of FILE.v if that names a folder; NULL if there
 * is none. A change of it before subject_write() changes what is proved. */
struct text *subject_file(struct subject *s, const char *file);

/* Writes the files into a fresh directory. */
bool subject_write(struct subject *s);
/* The files of subject_write() stay. */
void subject_free(struct subject *s);

#endif
