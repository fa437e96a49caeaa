# chromium.sh: sourced by tests of pages in a browser, whose arguments are FTC EXAMPLES [PICTURES]: sets ftc, examples, pictures (a folder
# that is made, or nothing) and browser, and skips the test where Chromium or Node is missing.
ftc=$(realpath "$1")
examples=$(realpath "$2")
pictures=${3:-}
[ -z "$pictures" ] || { mkdir -p "$pictures" && pictures=$(realpath "$pictures"); }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
	echo "1..0 # SKIP no Chromium (Debian's package chromium)"
	exit 0
}
command -v node >/dev/null || {
	echo "1..0 # SKIP no Node (Debian's package nodejs)"
	exit 0
}
