# whole_links FOLDER: whether the links of pages installed there hold; those into sources and tests, which are not installed, do not count.
# `said` has the others.
whole_links() {
	sh "$(dirname "$0")/../docs/links.sh" "$1" 2>&1 |
		grep -vE ': (names |links to (\.\./)*(boards|compiler|constraints|fusesoc|rtl-templates|sim|tests)/)' >said
	[ ! -s said ]
}
