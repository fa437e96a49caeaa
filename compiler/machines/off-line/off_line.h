/* off_line.h: Leiserson's fat-tree (1985, section IV), off-line: a RAM sets the switches in advance. */
#ifndef FTC_MACHINES_OFF_LINE_OFF_LINE_H
#define FTC_MACHINES_OFF_LINE_OFF_LINE_H

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"

struct heads;
struct leaf;
struct message_set;
struct model;
struct node;
struct schedule;
struct settings;
struct trails;

extern const struct machine off_line_machine;
extern const struct leaf player_leaf;		/* leaf.c: players of a schedule */
extern const struct node_model off_line_node_model;	/* node_model.c */

/* model.c: as struct leaf has it, of player_leaf. Its ports are those of the Verilog. m_axis_tdata is that of the Verilog while
 * m_axis_tvalid is high. Settings are written while `playing` is low. */
struct model *off_line_model(const struct network *net);

/* settings.c: settings for an off-line network and a schedule that schedule_check() accepts for its tree. Time and memory are in
 * proportion to cycles times leaves. */
struct settings settings_make(const struct network *net, const struct message_set *set, const struct schedule *schedule);
/* The same, which also tells `trails` the way of each message: a step for each cycle, of so many clocks. */
struct settings settings_tell(const struct network *net, const struct message_set *set, const struct schedule *schedule,
			      struct trails *trails, uint64_t cycle_clocks);
/* See struct playback. */
struct settings off_line_settle(const struct network *net, struct trails *trails);

/* playback.c: sets playback and slot_clocks of a network with a RAM of settings, whose tree and latency are elaborated. */
void playback_plan(struct network *net);

/* in_band_node.c: a node, in band: see in_band_heads(). */
struct heads *off_line_heads(const struct node *node);
/* The number of a port in it: up, or down to a child that is there. */
unsigned in_band_port(const struct node *node, bool up, unsigned side);
/* in_band_lower.c: the module of a node in band, once; returns its name. */
const char *in_band_lower_node(struct design *d, const struct network *net, const struct node *node);

/* See struct machine. */
bool off_line_read(const struct request *q);	/* parameters.c */
/* cost.c */
void off_line_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
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
