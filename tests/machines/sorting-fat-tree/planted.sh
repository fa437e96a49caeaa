#!/bin/sh
# planted.sh RTL FAULTS ROOT: the comparison of blocks with the model of clocks, RTL (rtl.c), notices each of FAULTS, which are
# planted in a copy of the templates of ROOT, and passes with the unchanged copy. TAP.
set -u
rtl=$(realpath "$1") faults=$(realpath "$2") root=$(realpath "$3")
command -v verilator >/dev/null || { echo "1..0 # SKIP no verilator"; exit 0; }
. "$(dirname "$0")/../../common/tap.sh"
tab=$(printf '\t')
export FTC_DATA="$scratch/data" FTC_CACHE="$scratch/cache"	# nothing broken may get into that of others
mkdir data
for folder in boards constraints sim; do
	ln -s "$root/$folder" data
done
cp -r "$root/rtl-templates" data
grep -v -e '^#' -e '^$' "$faults" >list

# compare SEED: of rtl.c; sets $status
compare() {
	status=0
	timeout 6000 "$rtl" rtl 1 "$1" 2 16 >said 2>&1 </dev/null || status=$?
}

for seed in $(cut -f 3 list | sort -u); do
	compare "$seed"
	[ $status -eq 0 ] && grep -q "^ok seed $seed: .* mesh-side 2," said
	report "seed $seed: no fault"
done
while IFS=$tab read -r file edit seed what; do
	template=data/rtl-templates/$file
	sed "$edit" "$root/rtl-templates/$file" >"$template"
	diff "$root/rtl-templates/$file" "$template" >said
	[ "$(grep -c '^>' said)" -eq 1 ]
	report "$file: one line is another: $what"
	compare "$seed"
	# A wire differs, or words are lost: not a tool that failed.
	[ $status -eq 1 ] && grep -q '^# .*: expected' said && grep -q '^FAILED seed' said
	report "$file: noticed: $what"
	cp "$root/rtl-templates/$file" "$template"
done <list
finish
