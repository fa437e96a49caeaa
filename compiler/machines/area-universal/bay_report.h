/* bay_report.h: the part of a device's report that needs no hardware. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_BAY_REPORT_H
#define FTC_MACHINES_AREA_UNIVERSAL_BAY_REPORT_H

#include <jansson.h>

#include "machines/area-universal/measures.h"
#include "util/text.h"

/* Bay's quantities (1992, chapter 6) and the bound of a step, as a fresh object. */
json_t *bay_json(const struct device_parameters *own, const struct device_measures *m);
/* The same object as text, with how the bound grows with A, and what is claimed. */
void bay_say(const struct device_parameters *own, const struct device_measures *m, const json_t *bay, struct text *out);

#endif
