/* guest_file.h: functions shared by the readers of guests. */
#ifndef FTC_UNIVERSAL_GUEST_FILE_H
#define FTC_UNIVERSAL_GUEST_FILE_H

#include "universal/placed.h"
#include "util/words.h"

/* Adds the wire named by word `word` of the line; *all counts the messages of all wires. Prints one message and
 * returns false when the wire joins a processor to itself, or when there are too many messages. */
bool guest_file_wire(const struct words *w, size_t word, struct placed *guest, unsigned a, unsigned b,
		     unsigned long messages, uint64_t *all);

/* edge_list.c: vertices, which have any numbers, and directed edges between them. */
struct edge_list {
	struct edge *edge;
	size_t edges;
	uint64_t *vertex;		/* with duplicates, then sorted without */
	size_t vertices;
};

/* Adds a vertex, of which there may be one already. */
void edge_list_vertex(struct edge_list *list, uint64_t vertex);
/* Adds an edge with as many messages, unless it joins a vertex to itself. */
void edge_list_edge(struct edge_list *list, uint64_t from, uint64_t to, unsigned long messages);
/* Makes the vertices processors, in the order of their numbers and named by them. Prints one message and returns false when there are
 * too few or too many, or too many messages. */
bool edge_list_guest(struct edge_list *list, const struct words *w, struct placed *guest);
void edge_list_free(struct edge_list *list);

/* Reads the coordinates in the words from `first` on. Prints one message and returns false when one is wrong. */
bool words_place(const struct words *w, size_t first, unsigned dimensions, double *at);

/* Reads a METIS graph; its first line is the current one. */
bool metis_file_read(struct words *w, struct placed *guest);

/* Is the file, which begins with a number behind its comments, a list of edges and no METIS graph? Its name ends with .edges,
 * .edgelist or .el; or its first comment begins with "#", and its name does not end with .metis or .graph. */
bool edges_file_is(const struct words *w);
/* Is the current line, the first one, of a list of edges that begins with a word: DIMACS ("c", "p") or BookSim's anynet ("router", "node")? */
bool edges_file_begins(const struct words *w);
/* Reads such a list, from its beginning; its first line is the current one. */
bool edges_file_read(struct words *w, struct placed *guest);
/* Is the file GraphML? Its name ends with .graphml, or it begins with "<". */
bool graphml_file_is(const struct words *w);
/* Reads it whole. */
bool graphml_file_read(struct words *w, struct placed *guest);
/* Reads a square matrix in Matrix Market format. */
bool matrix_guest_read(struct words *w, struct placed *guest);

/* Reads the places of the vertices of a graph without places: "x y" or "x y z" in each line. */
bool coordinates_read(const char *path, struct placed *guest);

#endif
