/* paths.h: where ftc's own files are.
 *
 * They are found from the place of the program, which knows no path of the machine it was built on: an installed tree
 * may be moved. The program in its build folder takes the tree that it was built from: the file ftc-tree beside it,
 * which is never installed, names that tree. An installed program takes what was installed with it (../share/ftc),
 * never another tree. $FTC_DATA goes before both: a folder with rtl-templates/, boards/, constraints/ and sim/ of
 * whoever runs ftc.
 */
#ifndef FTC_UTIL_PATHS_H
#define FTC_UTIL_PATHS_H

/* A fresh path of "rtl-templates/plan/selector.v" and the like. Does not check that the file exists. Without ftc's own
 * files the process ends with EXIT_WORK_FAILED, after a message. */
char *data_path(const char *relative);
/* A fresh path of a file of rtl-templates/FOLDER/, whatever the folder is: "selector.v", "proof/hold.v". If no folder has
 * the file, there is none at the path. Ends like data_path() without ftc's own files. */
char *template_path(const char *file);
/* From now on data_path() takes `root`, which stays the caller's: for programs that are not ftc, such as tests. */
void data_is_in(const char *root);
/* The path of a library of ftc's, such as "libftc-mpi.so", fresh; NULL after a message. Does not check that it
 * exists. */
char *library_path(const char *name);
/* The path of this program, fresh; NULL after a message. */
char *program_path(void);

#endif
