# Fake tools that never end, for scripts that source this file in an empty folder. Each says its version, as the real
# one does, leaves files in TMPDIR, and starts processes, one of which leaves its group and session. With EATS set, they
# want all memory; with SHARES set, many processes have a little of it in common.
mkdir bin
real_verilator=$(command -v verilator) || { echo "1..0 # SKIP no verilator"; exit 0; }
cat >bin/endless <<'END'
#!/bin/bash
case "${0##*/}:$*" in
verilator:--version) exec "$real_verilator" --version ;;
yosys:-V) echo "Yosys 0.23"; exit ;;
nextpnr-ice40:--version) echo "nextpnr-ice40 -- Next Generation Place and Route (Version 0.4)"; exit ;;
esac
mktemp >/dev/null
mktemp -d >/dev/null
echo x >"${TMPDIR:-/tmp}/cc$$.s"
setsid sleep infinity &
sh -c 'sleep infinity & sleep infinity; :' &
[ -z "${EATS:-}" ] || (ulimit -v 2000000; tail /dev/zero)
[ -z "${SHARES:-}" ] || { much=$(head -c 100000000 /dev/zero | tr '\0' .); for i in {1..90}; do (sleep infinity; :) & done; }
sleep infinity
END
chmod +x bin/endless
for tool in verilator yosys nextpnr-ice40 icepack dfu-suffix dfu-util; do
	ln -s endless "bin/$tool"
done
export real_verilator
