# Circuits for reads.txt and verilog.txt; $1: their folder.
cp "$1"/* .
