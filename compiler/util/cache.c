/* cache.c: expensive results, kept between runs.
 *
 * In: a digest and a file. Out: its path, later. Every kept file ends with a check sum of its content, which reveals
 * torn writes (the dynamic loader ignores bytes behind an ELF file). */
#include "util/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/cleanup.h"
#include "util/output.h"

enum { IN_USE_SECONDS = 15 * 60, LITTER_SECONDS = 24 * 60 * 60 };

/* The directory, made if missing; NULL: no cache. A directory of another user is not trusted. */
static char *cache_directory(const struct cache *cache)
{
	const char *chosen = getenv("FTC_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	struct stat status;
	char *path;

	if (chosen && !*chosen)
		return NULL;
	if (chosen)
		path = format_string("%s/%s", chosen, cache->folder);
	else if (xdg && *xdg == '/')
		path = format_string("%s/ftc/%s", xdg, cache->folder);
	else if (home && *home == '/')
		path = format_string("%s/.cache/ftc/%s", home, cache->folder);
	else
		return NULL;
	/* Private to the user: code is loaded from there. */
	if (!make_folders(path, 1, 0700) && (!mkdir(path, 0700) || errno == EEXIST) && !stat(path, &status)
	    && status.st_uid == geteuid() && !(status.st_mode & 022))
		return path;
	free(path);
	return NULL;
}

static char *entry_path(const struct cache *cache, const char *directory, const struct digest *d)
{
	return format_string("%s/%016" PRIx64 "%016" PRIx64 "%s", directory, d->half[0], d->half[1], cache->suffix);
}

/* The check sum of a file's first `count` bytes. */
static bool sum_file(FILE *f, off_t count, uint64_t *sum)
{
	unsigned char buffer[PART_BYTES];

	*sum = FNV_START;
	while (count > 0) {
		size_t want = count < (off_t)sizeof buffer ? (size_t)count : sizeof buffer;

		if (fread(buffer, 1, want, f) != want)
			return false;
		*sum = fnv(*sum, buffer, want);
		count -= (off_t)want;
	}
	return true;
}

static bool is_whole(const char *path)
{
	/* A pipe in the file's place would wait for a writer. */
	int file = open_file(path, O_RDONLY | O_NONBLOCK);
	FILE *f = file < 0 ? NULL : fdopen(file, "rb");
	struct stat status;
	uint64_t sum, stored;
	bool whole;

	if (!f && file >= 0)
		close(file);
	if (!f)
		return false;
	whole = !fstat(fileno(f), &status) && S_ISREG(status.st_mode) && status.st_size > (off_t)sizeof stored
		&& sum_file(f, status.st_size - (off_t)sizeof stored, &sum)
		&& fread(&stored, sizeof stored, 1, f) == 1 && stored == sum;
	fclose(f);
	return whole;
}

char *cache_find(const struct cache *cache, const struct digest *d)
{
	char *directory = cache_directory(cache), *path;

	if (!directory)
		return NULL;
	path = entry_path(cache, directory, d);
	free(directory);
	if (!access(path, R_OK)) {
		/* Set the time of use first: it keeps other processes from removing the file. */
		utimensat(AT_FDCWD, path, NULL, 0);
		if (is_whole(path))
			return path;
		unlink(path);
	}
	free(path);
	return NULL;
}

static bool copy_with_sum(FILE *from, FILE *to)
{
	unsigned char buffer[PART_BYTES];
	uint64_t sum = FNV_START;
	size_t count;

	while ((count = fread(buffer, 1, sizeof buffer, from)) > 0) {
		sum = fnv(sum, buffer, count);
		if (fwrite(buffer, 1, count, to) != count)
			return false;
	}
	return !ferror(from) && fwrite(&sum, sizeof sum, 1, to) == 1;
}

struct entry {
	char *path;
	time_t used;
	off_t size;
};

static int by_age(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return (x->used > y->used) - (x->used < y->used);
}

static struct entry *list_entries(const char *directory, size_t *count)
{
	struct entry *entry = NULL;
	struct dirent *file;
	DIR *d = opendir(directory);

	*count = 0;
	while (d && (file = readdir(d))) {
		char *path = format_string("%s/%s", directory, file->d_name);
		struct stat status;

		if (stat(path, &status) || !S_ISREG(status.st_mode)) {
			free(path);
			continue;
		}
		entry = reallocate(entry, (*count + 1) * sizeof *entry);
		entry[(*count)++] = (struct entry){ path, status.st_mtime, status.st_size };
	}
	if (d)
		closedir(d);
	return entry;
}

/* Removes the least recently used files beyond the limit, and leftovers of killed runs. */
static void trim(const struct cache *cache, const char *directory)
{
	size_t count;
	struct entry *entry = list_entries(directory, &count);
	time_t now = time(NULL);
	uint64_t total = 0;

	for (size_t i = 0; i < count; i++)
		total += (uint64_t)entry[i].size;
	if (count)
		qsort(entry, count, sizeof *entry, by_age);
	for (size_t i = 0; i < count; i++) {
		const char *end = strrchr(entry[i].path, '.');
		bool litter = !end || strcmp(end, cache->suffix);

		if (now - entry[i].used > (litter ? LITTER_SECONDS : IN_USE_SECONDS)
		    && (litter || total > cache->limit)) {
			unlink(entry[i].path);
			total -= (uint64_t)entry[i].size;
		}
		free(entry[i].path);
	}
	free(entry);
}

void cache_keep(const struct cache *cache, const struct digest *d, const char *path)
{
	char *directory = cache_directory(cache), *kept, *fresh;
	FILE *from, *to;
	bool good = false;

	if (!directory)
		return;
	kept = entry_path(cache, directory, d);
	fresh = format_string("%s.%ld", kept, (long)getpid());
	cleanup_add(fresh);
	from = fopen(path, "rb");
	to = from ? fopen(fresh, "wb") : NULL;
	if (to) {
		good = copy_with_sum(from, to);
		good = !fclose(to) && good;
	}
	if (from)
		fclose(from);
	if (!good || rename(fresh, kept))
		cleanup_remove(fresh);
	else
		cleanup_forget(fresh);
	trim(cache, directory);
	free(fresh);
	free(kept);
	free(directory);
}
