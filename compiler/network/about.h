/* about.h: what pages of HTML say of a network. */
#ifndef FTC_NETWORK_ABOUT_H
#define FTC_NETWORK_ABOUT_H

#include <jansson.h>

#include "parse/spec.h"

/* Fresh: {"name", "describe": a few words, "digest": of the parameters, "keys": the parameter file}. */
json_t *network_about(const struct spec *spec);

#endif
