/* class_report.h: the latencies of classes of messages, for a program and for a person. */
#ifndef FTC_SIMULATE_CLASS_REPORT_H
#define FTC_SIMULATE_CLASS_REPORT_H

#include <jansson.h>

#include "simulate/message_classes.h"
#include "util/text.h"

/* An array: of each class its name and the latency of its words. */
json_t *class_report_json(const struct message_classes *c);
/* The same, a line for each class. */
void class_report_say(const json_t *classes, struct text *out);

#endif
