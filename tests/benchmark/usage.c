/* usage.c: runs a command, discards its output, and prints its run time and memory: "SECONDS MEGABYTES". */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double started = now();
	struct rusage usage;
	int status;

	if (argc < 2)
		return 2;
	pid_t child = fork();

	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "usage: %s failed\n", argv[1]);
		return 1;
	}
	printf("%.2f %.1f\n", now() - started, (double)usage.ru_maxrss / 1024);
	return 0;
}
