/* on_line.h: lowering of trees whose messages find their way themselves: a strobe runs ahead of them, up every channel and down. */
#ifndef FTC_MACHINES_ON_LINE_H
#define FTC_MACHINES_ON_LINE_H

#include "lower/tree.h"

/* Entries of struct tree_style. The ports are strobes of bare leaves. */
void on_line_add_ports(struct tree_module *t);
/* `members`: of which groups leaf j is one; taken over. */
void on_line_add_leaf(struct tree_module *t, unsigned j, struct bits members);
void on_line_connect_child(struct tree_module *t, struct instance *i, unsigned j);
/* Lowers the tree and adds a top with the ports of its leaves: tree_lower(). */
struct module *on_line_lower(struct design *d, const struct network *net, const struct tree_style *style);
/* Adds what tells the leaves the time, where they are told, and connects the tree to it; last of all that the tree has. */
void on_line_add_timer(struct design *d, const struct network *net, struct module *top);

#endif
