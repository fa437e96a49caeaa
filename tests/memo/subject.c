/* subject.c: a tool for memo.sh. Its arguments are pairs, which it follows one after the other:
 *
 *   read FILE, maybe FILE	prints a file, which must or may be there
 *   look FILE, list FOLDER	prints whether it is there; prints what is in it
 *   env NAME			prints a variable
 *   say TEXT, warn TEXT	prints to standard output, or standard error
 *   write FILE, append FILE	writes what is to be read from standard input
 *   make FOLDER, remove FILE, move FROM:TO
 *   copy FROM:TO		through a temporary file, by a program of its own
 *   run COMMAND		by a shell, however it ends
 *   exit STATUS, die SIGNAL
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int print_file(const char *path)
{
	FILE *f = fopen(path, "r");
	int c;

	if (!f)
		return 1;
	while ((c = fgetc(f)) != EOF)
		putchar(c);
	fclose(f);
	return 0;
}

static void list(const char *path)
{
	struct dirent **entry;
	int count = scandir(path, &entry, NULL, alphasort);

	for (int k = 0; k < count; k++)
		puts(entry[k]->d_name);
}

static int write_input(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);
	int c;

	if (!f)
		return 1;
	while ((c = getchar()) != EOF)
		fputc(c, f);
	return fclose(f);
}

static int follow(const char *what, char *of)
{
	struct stat status;
	char *colon = strchr(of, ':'), command[256];

	if (strcmp(what, "read") == 0)
		return print_file(of);
	if (strcmp(what, "maybe") == 0)
		return print_file(of) & 0;
	if (strcmp(what, "look") == 0)
		return puts(stat(of, &status) ? "none" : "there") < 0;
	if (strcmp(what, "list") == 0)
		list(of);
	if (strcmp(what, "env") == 0)
		puts(getenv(of) ? getenv(of) : "unset");
	if (strcmp(what, "say") == 0)
		puts(of);
	if (strcmp(what, "warn") == 0)
		fprintf(stderr, "%s\n", of);
	if (strcmp(what, "write") == 0)
		return write_input(of, "w");
	if (strcmp(what, "append") == 0)
		return write_input(of, "a");
	if (strcmp(what, "make") == 0)
		return mkdir(of, 0777);
	if (strcmp(what, "remove") == 0)
		return unlink(of);
	if (strcmp(what, "run") == 0)
		return system(of) & 0;
	if (strcmp(what, "exit") == 0)
		exit(atoi(of));
	if (strcmp(what, "die") == 0)
		raise(atoi(of));
	if (colon)
		*colon = 0;
	if (strcmp(what, "move") == 0)
		return rename(of, colon + 1);
	if (strcmp(what, "copy") == 0) {
		snprintf(command, sizeof command, "cat '%s' >passing && mv passing '%s'", of, colon + 1);
		return system(command);
	}
	return 0;
}

int main(int count, char **word)
{
	for (int k = 1; k + 1 < count; k += 2)
		if (follow(word[k], word[k + 1]))
			return 1;
	return 0;
}
