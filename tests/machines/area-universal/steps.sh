#!/bin/sh
# steps.sh FTC EXAMPLES STEPS: the circuits of EXAMPLES/circuits in devices, each for so many steps beside its Verilog, one after
# another without a reset: all of them in a device of four meshes of 24 x 24, among them three circuits at once over all meshes, and
# the ALU forced over four meshes of 13 x 13. TAP.
set -u
ftc=$(realpath "$1")
examples=$(realpath "$2")
steps=$3
. "$(dirname "$0")/../../common/tap.sh"

# compile DEVICE CIRCUIT [OPTION..]
compile() {
	device=$1 circuit=$2
	shift 2
	"$ftc" compile "$examples/$device.yaml" "$examples/circuits/$circuit.v" "$@" -o "$device-$circuit.json" >said 2>&1
	report "$circuit for $device"
}

# simulate DEVICE CIRCUIT..
simulate() {
	device=$1 images='' against=''
	shift
	for circuit in "$@"; do
		images=$images${images:+,}$device-$circuit.json
		against=$against${against:+,}$examples/circuits/$circuit.v
	done
	"$ftc" simulate "$examples/$device.yaml" --image "$images" --against "$against" --steps "$steps" >said 2>&1
	report "$device: $*"
	is "$device: all steps of $# circuits" "$(grep -c "^  $steps steps" said)" $#
	sed 's/^/# /' said
}

compile device-85f counter
compile device-85f uart
compile device-85f machine --meshes 4
compile device-85f alu
compile device-85f three --meshes 4
compile device-25f alu --meshes 4
simulate device-25f alu
simulate device-85f counter uart machine alu three counter
finish
