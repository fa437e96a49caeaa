/* waveform_header.c: prints the header of a waveform FILE.fst, every scope and signal, as VCD, with Verilator's
 * reader. */
#define _GNU_SOURCE		/* what the reader wants */
#define FST_CONFIG_INCLUDE "gtkwave/fst_config.h"
#include <stdio.h>

#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"

int main(int argc, char **argv)
{
	void *waveform = argc == 2 ? fstReaderOpen(argv[1]) : NULL;

	if (!waveform) {
		fprintf(stderr, "%s: no waveform\n", argc == 2 ? argv[1] : "waveform_header FILE.fst");
		return 1;
	}
	fstReaderProcessHier(waveform, stdout);
	fstReaderClose(waveform);
	return 0;
}
