# inputs.sh: networks and messages for says.txt, for lines.sh.
