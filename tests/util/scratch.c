/* scratch.c: an empty directory to work in, and captured standard error. */
#include "scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cleanup.h"

static char directory[64];
static int standard_error = -1;
static FILE *caught;

int scratch_enter(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/ftc-test-XXXXXX");
	/* Everybody may look in: some tests go on as another user. */
	return mkdtemp(directory) && chmod(directory, 0755) == 0 ? chdir(directory) : -1;
}

int scratch_leave(void **state)
{
	(void)state;
	return chdir("/") == 0 && remove_tree(directory) ? 0 : -1;
}

void catch_begin(void)
{
	fflush(stderr);
	caught = tmpfile();
	standard_error = dup(STDERR_FILENO);
	dup2(fileno(caught), STDERR_FILENO);
}

char *catch_end(void)
{
	struct text t = {0};
	char part[4096];
	size_t count;

	fflush(stderr);
	dup2(standard_error, STDERR_FILENO);
	close(standard_error);
	rewind(caught);
	text_add(&t, "");
	while ((count = fread(part, 1, sizeof part, caught)))
		text_add_bytes(&t, part, count);
	fclose(caught);
	return t.bytes;
}

void make_file(const char *path, const char *content)
{
	char *folder = copy_string(path);

	for (char *slash = strchr(folder, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(folder, 0777);
		*slash = '/';
	}
	free(folder);
	FILE *file = fopen(path, "w");
	fputs(content, file);
	fclose(file);
}

char *file_content(const char *path)
{
	FILE *file = fopen(path, "r");
	struct text t = {0};
	char part[4096];
	size_t count;

	if (!file)
		return NULL;
	text_add(&t, "");
	while ((count = fread(part, 1, sizeof part, file)))
		text_add_bytes(&t, part, count);
	fclose(file);
	return t.bytes;
}

unsigned count_entries(const char *begin)
{
	DIR *here = opendir(".");
	struct dirent *entry;
	unsigned count = 0;

	while ((entry = readdir(here)))
		count += strncmp(entry->d_name, begin, strlen(begin)) == 0;
	closedir(here);
	return count;
}
