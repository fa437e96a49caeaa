/* router.h: negotiated congestion (PathFinder: McMurchie and Ebeling 1995) in one mesh, round by round, so that
 * criticalities can change between rounds. route_mesh() of compile.h does it for one mesh at once.
 */
#ifndef FTC_OVERLAY_ROUTER_H
#define FTC_OVERLAY_ROUTER_H

#include "overlay/compile.h"

struct router;

/* For a placed task, which must outlive it. */
struct router *router_start(struct mesh_task *t, const struct overlay *o);
void router_free(struct router *r);
/* Routes all nets anew (`all`), or those that have a conflict; then raises the prices of what is in conflict. `criticality`
 * [as hops] or NULL. How many wires are asked for too often. */
unsigned router_round(struct router *r, const double *criticality, bool all);
/* Conflicts are cheap again, as at the beginning; what history has told stays. */
void router_calm(struct router *r);
/* Sets the task's hops, and, without conflicts, its control words. */
void router_store_hops(const struct router *r);
void router_store(const struct router *r);
unsigned router_wires(const struct router *r);

struct refiner;
extern unsigned long refiner_accepted;
struct refiner *refiner_start(struct mesh_task *t, const struct overlay *o, struct router *r, unsigned long seed);
double refiner_step(struct refiner *f, double temperature, double pressure, double balance, unsigned reach, unsigned long moves, const double *crit);
#endif
