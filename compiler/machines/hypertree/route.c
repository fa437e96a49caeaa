/* route.c: `ftc route`: the way of a packet, hop by hop, each with its reason. */
#include "machines/hypertree/hypertree.h"
#include "util/message.h"
#include "util/output.h"

int hypertree_show_route(const struct spec *spec, const struct route_request *request, bool files,
			 struct findings *found)
{
	(void)files;
	text_print(&found->text, "%s: from node %u to node %u\n", spec->name, request->source, request->destination);
	return EXIT_DONE;
}
