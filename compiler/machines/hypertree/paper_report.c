/* paper_report.c: `ftc report --paper hypertree`: the tables and figures as text, JSON and pictures. */
#include <stdlib.h>

#include "machines/hypertree/paper.h"
#include "network/paper.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static int report(bool files, struct findings *found)
{
	struct counted *c = paper_count();

	paper_text(c, &found->text);
	json_print(paper_json(&hypertree_paper, c), &found->json);
	bool good = !files || paper_pictures(c, &found->files);
	if (files)
		paper_figure_8(&found->files);
	free(c);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}

const struct paper hypertree_paper = {
	.name = "hypertree",
	.title = "Goodman and S\xc3\xa9quin, Hypertree (1981)",
	.report = report,
};
