# Leaves out how a result was made: the command line, which differs where all else must be equal.
/^  "made": {/d
