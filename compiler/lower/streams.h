/* streams.h: how the top of a network shows the streams of its leaves.
 *
 * Inside, the ports of streams have the same names in all networks, and so have the nets of modules around the network. Only the
 * top, and what stands for it, has the names and the additional ports that stream-source and stream-keep ask for.
 */
#ifndef FTC_LOWER_STREAMS_H
#define FTC_LOWER_STREAMS_H

#include "lower/design.h"
#include "parse/spec.h"

#define SOURCE_PORT_TUSER "m_axis_tuser"	/* inside */
#define SOURCE_PORT_TID "m_axis_tid"
#define KEEP_PORT "m_axis_tkeep"

/* Renames and adds ports of a module that has all ports by their names inside. */
void streams_show(struct module *top, const struct spec *spec);
/* The name inside of a port of `top`; NULL: the port says what another one says, or nothing. */
const char *stream_inside(const struct module *top, const struct net *port);
/* The port of `top` that shows the source, if `name` is a name of such a port; or NULL. */
const char *stream_meant(const struct module *top, const char *name);

#endif
