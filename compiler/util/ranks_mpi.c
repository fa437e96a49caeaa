/* ranks_mpi.c: ranks over MPI. The only file that knows MPI. */
#include <mpi.h>
#include <stddef.h>

#include "util/ranks_library.h"

static bool join(unsigned *rank, unsigned *count)
{
	int number, all;

	if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
		return false;
	MPI_Comm_rank(MPI_COMM_WORLD, &number);
	MPI_Comm_size(MPI_COMM_WORLD, &all);
	*rank = (unsigned)number;
	*count = (unsigned)all;
	return true;
}

static void gather(const void *mine, int each, void *all)
{
	MPI_Allgather(mine, each, MPI_BYTE, all, each, MPI_BYTE, MPI_COMM_WORLD);
}

static void gather_sized(const void *mine, int bytes, void *all, const int *sizes, const int *at)
{
	MPI_Allgatherv(mine, bytes, MPI_BYTE, all, sizes, at, MPI_BYTE, MPI_COMM_WORLD);
}

static void leave(void)
{
	MPI_Finalize();
}

extern const struct ranks_library ftc_ranks;
const struct ranks_library ftc_ranks = { RANKS_LIBRARY_VERSION, join, gather, gather_sized, leave };
