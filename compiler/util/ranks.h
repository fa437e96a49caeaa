/* ranks.h: the processes that run one simulation together, on one machine or several: ranks of MPI.
 *
 * All ranks run the same program with the same arguments. They talk in exchanges: every rank gives bytes, and gets those of
 * all. Each rank must reach the same exchanges in the same order. Rank 0 talks to the user; what the others print is held
 * back until ranks_agree().
 *
 * MPI itself is a library of its own beside ftc, libftc-mpi.so (ranks_mpi.c), so that ftc starts without it.
 */
#ifndef FTC_UTIL_RANKS_H
#define FTC_UTIL_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many there are, 1 to 65536, and which one this is, from 0. A process that has not joined others is alone: 1 and 0. */
unsigned ranks_count(void);
unsigned ranks_rank(void);

/* Items are divided among ranks: rank r has those from end[r - 1], or 0, to before end[r]. Returns the rank that has this one,
 * or the last rank for an item behind all. */
unsigned ranks_find(const uint32_t *end, uint32_t item);

/* Was this process started by mpirun, or by srun --mpi=pmix, as one of several? */
bool ranks_are_there(void);
/* Is it the first of them, which speaks for all that do not join? */
bool ranks_is_first(void);
/* Joins the others. Until it is called this process is alone. False after a message. */
bool ranks_join(void);
/* Runs the command line of this process (argv of main) again, `count` times, under mpirun. Returns its exit status; if that
 * cannot be done, or a rank is killed, after a message. */
int ranks_start(unsigned count);

/* In a rank that ranks_start() has started: puts that command line into main's argc and argv, which then stay. False after a message. */
bool ranks_command_line(int *argc, char ***argv);

/* Gives `bytes` bytes (below 2^31 for all ranks together) to all ranks, and waits for theirs. */
void ranks_exchange(const void *mine, size_t bytes);
/* What a rank has given in the last exchange, valid until the next one; *bytes of it. */
const void *ranks_given(unsigned rank, size_t *bytes);

/* What a rank has done since it joined. */
struct ranks_effort {
	uint64_t exchanges, bytes;	/* how often it met the others, and what it gave them */
	double seconds;			/* of its processor, without those in exchanges */
};
/* An exchange: finds the rank that has worked longest .. */
void ranks_compare(void);
/* .. and what it had done then. */
struct ranks_effort ranks_effort(void);

/* An exchange: are all ranks well? If one is not, rank 0 prints what that one has said, unless it has said the same. */
bool ranks_agree(bool well);
/* An exchange: do all ranks have the same bytes? Else rank 0 says that `what` differs. */
bool ranks_equal(const char *what, const void *bytes, size_t count);

/* The same of the version of ftc. */
bool ranks_same_version(void);

/* The last act of a rank. Returns its exit status, 0 for ranks other than 0, and for all that ranks_start() has started: mpirun
 * would comment on others. */
int ranks_leave(int status);

#endif
