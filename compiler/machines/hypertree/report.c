/* report.c: the report of a hypertree. */
#include "machines/hypertree/hypertree.h"
#include "network/report.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

int hypertree_report(const struct spec *spec, bool files, struct findings *found)
{
	(void)files;
	text_print(&found->text, "%s: %s of %u nodes\n\n", spec->name, spec->kind->word, spec->leaves);
	report_parameters(spec, &found->text);
	json_print(spec_identity(spec), &found->json);
	return EXIT_DONE;
}
