/* stage.h: a step of a build whose results are kept: an interrupted build continues where it stopped.
 *
 *   inputs --> digest --> is it in the cache? --yes--> files of results, log
 *                            no --> the tool runs --> files of results, log --> cache
 *
 * A stage is in ${FTC_CACHE:-~/.cache/ftc}/builds under the digest of its inputs: the tool's path and version, its
 * arguments, and the contents of the files it reads. It appears there whole or not at all.
 */
#ifndef FTC_FPGA_STAGE_H
#define FTC_FPGA_STAGE_H

#include "util/cache.h"
#include "util/process.h"

/* Begins the digest of a stage: the tool (tool_require_identified()) and its arguments, without the tool's own path. */
void stage_digest(struct digest *digest, const struct text *tool, const struct arguments *arguments);
/* Adds a file that the stage reads; its name is among the arguments. False after a message. */
bool stage_digest_file(struct digest *digest, const char *directory, const char *name);
/* Adds a Verilog file in memory, without lines that are only a comment: the command line is among them. */
void stage_digest_verilog(struct digest *digest, const char *verilog);

/* Copies the kept files into `directory` and the kept log to `log`. False when there are none. */
bool stage_take(const struct digest *digest, const char *directory, struct text *log);
/* Keeps the files results[0 ..] of `directory` (NULL ends the list) and the log. Failures are ignored. */
void stage_keep(const struct digest *digest, const char *directory, const char *const *results, const struct text *log);

#endif
