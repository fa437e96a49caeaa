# tools.sh FOLDER: writes tools into it that leave what those of a build on an iCE40 would leave, and at once. Sourced or
# run by tests of commands that take minutes.
mkdir -p "$1"
tool() {
	{
		printf '#!/bin/sh\ncase $1 in -V) echo Yosys 0.52; exit ;; --version) echo "(Version 0.7)"; exit ;; esac\n'
		cat
	} >"$1"
	chmod +x "$1"
}
tool "$1/yosys" <<'END'
echo "$2" | sed 's/.* -top \([^ ]*\).*/{"modules": {"\1": {}}}/' >synthesis.json
echo '{"design": {"num_cells_by_type": {"SB_LUT4": 1000, "SB_DFF": 700}}}' >cells.json
END
tool "$1/nextpnr-ice40" <<'END'
utilization='"utilization": {"ICESTORM_LC": {"used": 1000, "available": 5280}, "ICESTORM_RAM": {"used": 1, "available": 30}}'
case $* in
*--pack-only*) echo "{\"fmax\": {}, $utilization}" >fit.json ;;
*) echo layout >layout.asc; echo "{\"fmax\": {\"clk\": {\"achieved\": 290}}, $utilization}" >report.json ;;
esac
END
tool "$1/icepack" <<'END'
printf '\377\0\0\377\176\252\231\176bits' >"$2"
END
tool "$1/iceprog" <<'END'
[ -s "$1" ]
END
