/* graphml_file.c: guests as GraphML, an XML of other programs (Brandes et al., Graph Drawing 2001), read with Expat.
 *
 * The nodes of the file are the processors, in their order and with their names. Data, ports and directions of edges have no effect.
 */
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "universal/guest_file.h"

/* Expat 2.9 warns of the older functions, which 2.5 (Debian 12) has alone. */
#if XML_MAJOR_VERSION * 1000 + XML_MINOR_VERSION < 2009
#define XML_GetCurrentLineNumber64 XML_GetCurrentLineNumber
#define XML_GetCurrentColumnNumber64 XML_GetCurrentColumnNumber
#endif

struct end {
	char *name;
	struct place at;
};

struct reader {
	XML_Parser parser;
	struct words *w;
	struct end *node, *end;		/* the nodes; the ends of the edges, two by two */
	size_t nodes, ends;
	unsigned graphs;
	bool good;
};

static struct place here(const struct reader *r)
{
	return (struct place){ .file = r->w->path, .line = (size_t)XML_GetCurrentLineNumber64(r->parser),
			       .column = (size_t)XML_GetCurrentColumnNumber64(r->parser) + 1 };
}

static void stop(struct reader *r)
{
	r->good = false;
	XML_StopParser(r->parser, XML_FALSE);
}

static const char *attribute(const char *const *pair, const char *name)
{
	while (*pair && strcmp(*pair, name) != 0)
		pair += 2;
	return *pair ? pair[1] : NULL;
}

/* Adds the name that the element has as this attribute. */
static void take(struct reader *r, const char *const *pairs, const char *name, const char *element, struct end **list, size_t *count)
{
	const char *value = attribute(pairs, name);

	if (!r->good)
		return;
	/* As XML has it; and a file of processors may be written of it. */
	if (value && (!*value || value[strcspn(value, " \t\r\n#%")])) {
		error_at(here(r), "%s is '%s': expected an id without spaces, # and %%", name, name_shown(value));
		stop(r);
		return;
	}
	if (value && *count < 2 * (size_t)MOST_WIRES) {
		*list = room_for_one(*list, *count, sizeof **list);
		(*list)[(*count)++] = (struct end){ copy_string(value), here(r) };
		return;
	}
	if (value)
		error_at(here(r), "more than %d edges", MOST_WIRES);
	else
		error_at(here(r), "<%s> without %s: expected <%s %s=\"..\">", element, name, element, name);
	stop(r);
}

static void begin(void *data, const char *element, const char **pairs)
{
	struct reader *r = data;
	const char *const *p = (const char *const *)pairs;

	if (strcmp(element, "node") == 0) {
		take(r, p, "id", element, &r->node, &r->nodes);
	} else if (strcmp(element, "edge") == 0) {
		take(r, p, "source", element, &r->end, &r->ends);
		take(r, p, "target", element, &r->end, &r->ends);
	} else if (strcmp(element, "hyperedge") == 0 || (strcmp(element, "graph") == 0 && r->graphs++ > 0)) {
		error_at(here(r), "<%s>: expected one graph of nodes and edges", element);
		stop(r);
	}
}

/* A document type may define entities, which no program that writes GraphML needs. */
static void refuse_type(void *data, const char *name, const char *system, const char *public, int internal)
{
	struct reader *r = data;

	(void)name, (void)system, (void)public;
	if (!internal)
		return;
	error_at(here(r), "a document type with declarations: expected none");
	stop(r);
}

static bool parse(struct reader *r)
{
	const struct text *content = &r->w->content;

	r->parser = XML_ParserCreate(NULL);
	XML_SetUserData(r->parser, r);
	XML_SetStartElementHandler(r->parser, begin);
	XML_SetStartDoctypeDeclHandler(r->parser, refuse_type);
	if (XML_Parse(r->parser, content->bytes, (int)content->length, 1) != XML_STATUS_OK && r->good)
		r->good = error_at(here(r), "no XML: %s", XML_ErrorString(XML_GetErrorCode(r->parser)));
	XML_ParserFree(r->parser);
	return r->good;
}

static int compare_names(const void *left, const void *right)
{
	return strcmp((*(const struct end *const *)left)->name, (*(const struct end *const *)right)->name);
}

/* The nodes by name; NULL and one message when two have one. */
static const struct end **sorted(const struct reader *r)
{
	const struct end **list = allocate_array(r->nodes + 1, sizeof(*list));

	for (size_t i = 0; i < r->nodes; i++)
		list[i] = &r->node[i];
	qsort(list, r->nodes, sizeof(*list), compare_names);
	for (size_t i = 1; i < r->nodes; i++)
		if (strcmp(list[i]->name, list[i - 1]->name) == 0) {
			const struct end *later = list[i] > list[i - 1] ? list[i] : list[i - 1];

			error_at(later->at, "a second node '%s': expected another id", name_shown(later->name));
			free(list);
			return NULL;
		}
	return list;
}

/* The number of the node at which an edge ends. */
static bool number_of(const struct reader *r, const struct end **list, const struct end *end, uint64_t *number)
{
	const struct end **found = bsearch(&end, list, r->nodes, sizeof(*list), compare_names);

	if (!found) {
		const char **names = allocate_array(r->nodes + 1, sizeof(*names)), *nearest;

		for (size_t i = 0; i < r->nodes; i++)
			names[i] = list[i]->name;
		nearest = nearest_name(end->name, names, r->nodes);
		error_at(end->at, "an edge ends at '%s': expected the id of a node", name_shown(end->name));
		free(names);
		return nearest && suggest("%s", name_shown(nearest));
	}
	*number = (uint64_t)(*found - r->node);
	return true;
}

static bool make_guest(const struct reader *r, const struct end **list, struct placed *guest)
{
	struct edge_list edges = {0};
	uint64_t from = 0, to = 0;
	bool good = true;

	for (size_t i = 0; i < r->nodes; i++)
		edge_list_vertex(&edges, i);
	for (size_t i = 0; good && i < r->ends; i += 2) {
		good = number_of(r, list, &r->end[i], &from) && number_of(r, list, &r->end[i + 1], &to);
		if (good)
			edge_list_edge(&edges, from, to, 1);
	}
	good = good && edge_list_guest(&edges, r->w, guest);
	edge_list_free(&edges);
	for (size_t i = 0; good && i < r->nodes; i++) {
		free(guest->name[i]);
		guest->name[i] = copy_string(r->node[i].name);
	}
	return good;
}

static void free_names(struct end *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(list[i].name);
	free(list);
}

bool graphml_file_is(const struct words *w)
{
	return text_ends_with(w->path, ".graphml") || w->content.bytes[strspn(w->content.bytes, " \t\r\n")] == '<';
}

bool graphml_file_read(struct words *w, struct placed *guest)
{
	struct reader r = { .w = w, .good = true };
	const struct end **list = parse(&r) ? sorted(&r) : NULL;
	bool good = list && make_guest(&r, list, guest);

	free(list);
	free_names(r.node, r.nodes);
	free_names(r.end, r.ends);
	return good;
}
