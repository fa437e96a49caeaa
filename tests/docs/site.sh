#!/bin/sh
# site.sh FTC SOURCE-DIRECTORY [PICTURES]: the site of the pages: no link leads nowhere, and its search works in Chromium. TAP.
set -u
driver=$(realpath "$(dirname "$0")/site.mjs")
maker=$(realpath "$2")/docs/site
command -v mkdocs >/dev/null || { echo '1..0 # SKIP no mkdocs'; exit 0; }
. "$(dirname "$0")/../common/chromium.sh"
. "$(dirname "$0")/../common/tap.sh"
sh "$maker" "$examples" site >said 2>&1 || report 'mkdocs makes the site without a warning'
: >served
python3 -u -m http.server --bind 127.0.0.1 -d site 0 >served 2>&1 &
server=$!
trap 'kill $server; rm -rf "$scratch"' EXIT
until port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' served) && [ "$port" ]; do
	kill -0 $server || exit 1
done
node "$driver" "$browser" "http://127.0.0.1:$port" "${pictures:-$PWD}/site.png"
