/* stage.h: a step of a build whose results are kept, so that an interrupted build goes on where it was.
 *
 *   inputs --> digest --> is it in the cache? --yes--> files of results, log
 *                            no --> the tool runs --> files of results, log --> cache
 *
 * A stage lies in ${FTC_CACHE:-~/.cache/ftc}/builds under the digest of all that its results depend on: the tool's path and
 * version, its arguments, what is in the files it reads. It appears there whole or not at all.
 */
#ifndef FTC_FPGA_STAGE_H
#define FTC_FPGA_STAGE_H

#include "util/cache.h"
#include "util/process.h"

/* Begins the digest of a stage: the tool (tool_require_identified()) and its arguments, the tool's own path not among them. */
void stage_digest(struct digest *digest, const struct text *tool, const struct arguments *arguments);
/* Adds a file that the stage reads: its name is among the arguments. False, without a word, when it cannot be read. */
bool stage_digest_file(struct digest *digest, const char *path);
/* As stage_digest_file() with a Verilog file in memory. Lines that are only a comment do not count: the command line
 * is among them. */
void stage_digest_verilog(struct digest *digest, const char *verilog);

/* Puts the kept files into `directory` and adds the kept log to `log`. False when there are none. */
bool stage_take(const struct digest *digest, const char *directory, struct text *log);
/* Keeps results[0 ..] (names in `directory`, NULL behind the last) and the log. What cannot be kept is not missed. */
void stage_keep(const struct digest *digest, const char *directory, const char *const *results, const struct text *log);

#endif
