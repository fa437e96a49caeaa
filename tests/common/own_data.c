/* own_data.c: lets a test program use the templates and boards of this tree. Linked into all of them. */
#include "util/paths.h"

__attribute__((constructor)) static void use_this_tree(void)
{
	data_is_in(SOURCE_ROOT);
}
