/* paths.h: where ftc's own files are.
 *
 * In order: $FTC_DATA, the source tree that ftc was built from, the installed data directory. Inside it lie
 * rtl-templates/, boards/, constraints/ and sim/.
 */
#ifndef FTC_UTIL_PATHS_H
#define FTC_UTIL_PATHS_H

/* A fresh path of "rtl-templates/selector.v" and the like. Does not check that the file exists. */
char *data_path(const char *relative);
/* The path of this program, fresh; NULL after a message. */
char *program_path(void);

#endif
