/* off_line.h: Leiserson's fat-tree (1985, section IV), off-line: a RAM sets the switches in advance. */
#ifndef FTC_MACHINES_OFF_LINE_OFF_LINE_H
#define FTC_MACHINES_OFF_LINE_OFF_LINE_H

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

struct leaf_site;
struct leaf;
struct model;
struct node;

extern const struct machine off_line_machine;
extern const struct leaf player_leaf;		/* leaf.c: players of a schedule */
extern const struct node_model off_line_node_model;	/* node_model.c */

/* leaf.c: the ports of all players. */
struct leaf_port;
unsigned player_ports(const struct network *net, struct leaf_port *ports);
/* Adds a leaf of this template, a player for each lane. What it is told goes to its ports `first` and `second`, a bit for each lane. */
void add_player(const struct leaf_site *s, const char *player, const char *first, const char *second);

/* model.c: as struct leaf has it, of player_leaf. Its ports are those of the Verilog. m_axis_tdata is that of the Verilog while
 * m_axis_tvalid is high. Settings are written while `playing` is low. */
struct model *off_line_model(const struct network *net);

/* self_test.c: is there a schedule? False after a message if not; `who` would play it: "the self test of a board". */
bool require_schedule(const struct network *net, const char *who);

/* See struct machine. */
bool off_line_read(const struct request *q);	/* parameters.c */
/* cost.c */
void off_line_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
extern const struct self_test off_line_self_test;	/* self_test.c */
extern const struct simulator off_line_simulator;	/* play.c */
bool off_line_load(struct network *net);	/* schedule.c */
/* points.c */
void off_line_propose(struct proposals *list);
void off_line_predict(const struct network *net, struct prediction *p);
int off_line_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
void off_line_lower(struct design *d, const struct network *net);	/* lower.c */

/* node.c: makes the module of a node, once; returns its name. */
const char *off_line_lower_node(struct design *d, const struct network *net, const struct node *node);
/* node_proof.c: proves a node, its concentrators included. */
void prove_off_line_node(struct proofs *list, const struct network *net, const struct node *node);
/* leaf.c: adds the proofs that players show no word behind a reset, and that resets reach them; nothing for bare wires. */
void prove_players(struct proofs *list, const struct network *net);

#endif
