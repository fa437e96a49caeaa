/* fat_tree_measures_report.h: what the reports of on-line and off-line fat-trees share; see network/report.h. */
#ifndef FTC_MACHINES_FAT_TREE_MEASURES_REPORT_H
#define FTC_MACHINES_FAT_TREE_MEASURES_REPORT_H

#include <jansson.h>

#include "network/network.h"

struct output;
struct throughput;

/* Print sections of text. `use`: load of the channels at full traffic; NULL: unknown. */
void fat_tree_report_capacities(const struct network *net, const struct throughput *use, struct text *out);
void fat_tree_report_bandwidth(const struct network *net, struct text *out);
/* Leiserson's measures, then the reference tree. */
void fat_tree_report_leiserson(const struct network *net, struct text *out);

/* The files of a report: the drawings of the tree and of its layout, and `json`. */
void fat_tree_report_files(const struct network *net, const struct text *json, struct output *out);

/* A fresh object with the members before the machine's own, and Leiserson's measures. */
/* Dead wires and leaves; nothing without faults. */
void fat_tree_report_faults(const struct network *net, struct text *out);
json_t *fat_tree_report_json(const struct network *net);
json_t *fat_tree_leiserson_json(const struct network *net);

#endif
