/* about.h: what results say of their network. */
#ifndef FTC_NETWORK_ABOUT_H
#define FTC_NETWORK_ABOUT_H

#include <jansson.h>

#include "parse/spec.h"

/* Fresh: {"name", "describe": a few words, "digest": of the parameters, "keys": the parameter file, "parameters": the same as an object}. */
json_t *network_about(const struct spec *spec);

#endif
