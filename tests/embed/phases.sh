# Phases for reads.txt.
printf 'network: gft\nheight: 2\nchildren: 2\nparents: 2\n' >gft.yaml
phases() { file=$1; shift; printf '%s\n' "$@" >"$file.txt"; }
head='phases 1 XGFT(2;2,2;2,2) slots 2 messages'
phases good '# two slots' "$head 3" '0 0 1 1' '1 0 3 1 0' '' '0 1 2 0 1 # by wire 0'
phases none "phases 1 XGFT(2;2,2;2,2) slots 0 messages 0"
phases empty '# nothing'
phases messages '0 1' '1 0'
phases version 'phases 2 XGFT(2;2,2;2,2) slots 2 messages 0'
phases other 'phases 1 XGFT(2;2,4;2,2) slots 2 messages 1' '0 0 1 1'
phases slots 'phases 1 XGFT(2;2,2;2,2) slots some messages 1'
phases more "$head 1 now" '0 0 1 1'
phases slot "$head 1" '2 0 1 1'
phases source "$head 1" '0 4 1 1'
phases destination "$head 1" '0 0 -1 1'
phases itself "$head 1" '0 3 3'
phases few "$head 1" '0 0 3 1'
phases many "$head 1" '0 0 1 1 0'
phases parent "$head 1" '0 0 3 1 2'
phases few-messages "$head 2" '0 0 1 1'
phases clash-up "$head 3" '0 0 1 1' '1 0 3 1 0' '0 0 2 1 1'
phases clash-down "$head 2" '1 3 0 0 1' '1 1 0 0'
phases clash-middle "$head 2" '0 0 3 0 0' '0 1 2 0 0'
