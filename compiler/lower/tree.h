/* tree.h: one walk that lowers every tree. The module hierarchy is the tree, with one module per distinct subtree: its
 * node, its children, and the channels between them.
 *
 *   top --> "tree" --> subtree --> node
 *                          |-----> each child: a subtree, or a leaf
 *
 * A machine describes its differences in a struct tree_style, whose entries use the helpers below.
 */
#ifndef FTC_LOWER_TREE_H
#define FTC_LOWER_TREE_H

#include "lower/builder.h"
#include "network/network.h"

/* A subtree's module under construction. Nets: -1 where there is none. */
struct tree_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct subtree *tree;
	const struct tree_style *style;
	int *up, *down;			/* [child]: wires of the channel; undefined for an absent child */
	int *up_start;			/* [child]: strobe of `up` */
	int down_start;			/* strobe of all children's `down` */
	int *line_up, *token_out;	/* [child]: of leaves that take turns */
	int token_in;			/* net: into the next child */
	unsigned turn_wires;		/* struct leaf; 0: no turns */
	int timing, reset;		/* for leaves with a timing bus, which is behind a register */
	int leaf_reset;			/* net, behind a register: see struct leaf_site */
	int address;			/* the label bits that all leaves here share */
	int chance[2];			/* random bits for choices on the way down, up; behind a register */
};

struct tree_style {
	const char *const *child_name;	/* "left", "right"; NULL: "child_0" and so on */
	const char *address_comment;	/* of the port with the labels of leaves; NULL: no such port */
	bool down_strobes;		/* channels also have a strobe down */

	/* The name of a subtree's module, and the lines of its comment. Fresh strings. */
	char *(*name)(const struct network *net, const struct subtree *tree);
	char *(*purpose)(const struct network *net, const struct subtree *tree);
	/* Adds, once, the module of a node, or of the routers in its place; returns its name. */
	const char *(*lower_node)(struct design *d, const struct network *net, const struct node *node);
	/* Adds ports of the machine's own, between timing and the leaves' ports. */
	void (*add_ports)(struct tree_module *t);
	/* Adds child j, a leaf: calls tree_add_leaf(). */
	void (*add_leaf)(struct tree_module *t, unsigned j);
	/* Connects the instance of child j, a subtree, whose clock, reset and timing are connected. */
	void (*connect_child)(struct tree_module *t, struct instance *i, unsigned j);
	/* Adds instances of the node's module, and connects them to the channels of the children and the one above. */
	void (*add_node)(struct tree_module *t, const char *module);
};

/* Lowers the tree and adds the top module with one instance, the tree: tree_root(). The machine completes the top.
 * `purpose` lines end with newlines; the string is taken over. */
struct module *tree_lower(struct design *d, const struct network *net, const struct tree_style *style, char *purpose);

/* The instance of the whole tree in a top module. Valid until another instance is added. */
struct instance *tree_root(struct module *top);
/* Adds the leaves' ports to the top; with `probe` also every channel's wires. */
void tree_show_leaves(const struct network *net, struct module *top);
void tree_show_probes(const struct design *d, const struct network *net, struct module *top);

/* Leaves below the children before this one. */
unsigned tree_leaves_before(const struct tree_module *t, unsigned j);
/* The label bits that all leaves below child j share. */
struct bits tree_child_address(const struct tree_module *t, unsigned j);
/* Adds a net of child j, named by the child followed by `what`. */
int tree_child_net(struct tree_module *t, unsigned j, const char *what, unsigned width);
/* Adds the strobe of child j's channel up. All strobes of a level are equal: using one suffices. */
void tree_add_up_start(struct tree_module *t, unsigned j, bool used);
/* Adds leaf j; `told` and `told_too` become told[] of struct leaf_site. */
void tree_add_leaf(struct tree_module *t, unsigned j, struct bits told, struct bits told_too);
/* Connects an instance's clk and rst, if any. A node of a tree whose leaves have a timing bus needs no reset:
 * `silence`. */
void tree_connect_clock_and_reset(struct tree_module *t, struct instance *i, bool silence);
/* Connects up, up_start, down and down_start of child j, and its share of the leaves' ports. */
void tree_connect_channel(struct tree_module *t, struct instance *i, unsigned j);
void tree_connect_leaf_ports(struct tree_module *t, struct instance *i, unsigned j);
/* Connects the random bits that a node's module needs: chance_down, chance_up. */
void tree_connect_chances(struct tree_module *t, struct instance *i, bool down, bool up);
/* Connects the node's wires to its children: left_in, left_out, .. */
void tree_connect_sides(struct tree_module *t, struct instance *i);

/* The names of left and right children, for tree_style.child_name. */
extern const char *const tree_sides[2];
/* The ports of a node to each of them, in and out: "left_in", "left_out". */
extern const char *const tree_side_ports[2][2];
/* The ports with random bits for choices: chance_down, chance_up. */
extern const char *const tree_chances[2];

#endif
