/* on_line.h: lowering of on-line trees: a strobe runs ahead of the messages, up and down every channel. */
#ifndef FTC_MACHINES_ON_LINE_H
#define FTC_MACHINES_ON_LINE_H

#include "lower/tree.h"

/* Entries of struct tree_style. The ports are strobes of bare leaves. */
void on_line_add_ports(struct tree_module *t);
/* `members`: the groups of leaf j; taken over. */
void on_line_add_leaf(struct tree_module *t, unsigned j, struct bits members);
void on_line_connect_child(struct tree_module *t, struct instance *i, unsigned j);
/* Lowers the tree and adds a top with the ports of its leaves: tree_lower(). */
struct module *on_line_lower(struct design *d, const struct network *net, const struct tree_style *style);
/* Drives the net `dead` of the top, a bit for each part that may be dead: by `built_in`, and with fault registers by what is
 * shifted in. Behind on_line_add_timer(). */
void on_line_add_dead(struct design *d, const struct network *net, struct module *top, const uint8_t *built_in, unsigned bits);
/* Adds the leaves' timer, if they need one, and connects the tree to it. But for on_line_add_dead() it must be the last step. */
void on_line_add_timer(struct design *d, const struct network *net, struct module *top);

#endif
