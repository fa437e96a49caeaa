/* listing.h: what memo.c and trace.c alike make of a folder. */
#ifndef MEMO_LISTING_H
#define MEMO_LISTING_H

#include <dirent.h>
#include <string.h>

#include "util/digest.h"

/* A sum of the names in an open folder, in whatever order. */
static inline uint64_t sum_of_names(DIR *folder)
{
	struct dirent *entry;
	uint64_t sum = 0;

	while ((entry = readdir(folder)))
		sum += fnv(FNV_START, entry->d_name, strlen(entry->d_name));
	return sum;
}

#endif
