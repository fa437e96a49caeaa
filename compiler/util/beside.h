/* beside.h: finds the file that a misspelt name means. */
#ifndef FTC_UTIL_BESIDE_H
#define FTC_UTIL_BESIDE_H

#include <stdbool.h>

/* If there is no file `path`, suggests the file of the same folder that is meant: one of the same name with another
 * end, or the nearest. Only files whose names end with one of `ends` (the last is NULL) count. Returns false. */
bool suggest_beside(const char *path, const char *const *ends);

#endif
