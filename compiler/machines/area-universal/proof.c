/* proof.c: proofs of a device, of each of its parts as emitted; together they say what the compiler of circuits
 * builds on.
 *
 *   element   table      each side sends what the control word names by element.h, s and the chain do their part
 *   mesh      joints     elements are joined side to side, in one chain; the border is numbered as in overlay.h
 *             words      a small one: after 16 shifts an element each has its own word
 *   leaf      border     pins change with steps; a wire up carries the position that its settings name; a wire down loads the
 *                        register that they name
 *   settings  words      a word for each clock since the strobe; each bank of 32 bits is written under its own number
 *   node      setting    every wire shows the one that the settings of that clock name; turns wait for the way over the root
 *   timer     steps      steps of S clocks, strobes every d clocks from the begin
 *   subtrees, top        the same clock for all, the chain in the order of meshes, a channel for each child
 */
#include "machines/area-universal/proof.h"

#include "machines/area-universal/area_universal.h"
#include "network/network.h"

void device_prove(struct proofs *list, const struct network *net)
{
	struct device_proving p = { .list = list, .net = net };

	area_universal_overlay(net, &p.o);
	device_prove_element(&p);
	device_prove_mesh(&p);
	device_prove_leaf(&p);
	if (p.o.levels > 0)
		device_prove_settings(&p);
	for (unsigned level = 0; level < p.o.levels; level++)
		device_prove_node(&p, network_node(net, level));
	device_prove_timer(&p);
	device_prove_joints(&p);
}
