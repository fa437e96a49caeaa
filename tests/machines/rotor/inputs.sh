# Networks for lines.txt.
printf 'network: rotor\nleaves: 64\n' >net.yaml
printf 'network: rotor\n' >none.yaml
rotor() { name=$1; shift; { echo 'network: rotor'; printf '%s\n' "$@"; } >"$name.yaml"; }
rotor eleven 'leaves: 11'
rotor many 'leaves: 1025'
rotor odd 'leaves: 64' 'bins: 3'
rotor six 'leaves: 64' 'bins: 6'
rotor wide 'leaves: 64' 'bins: 64'
rotor two 'leaves: 64' 'bins: 32'
rotor queue 'leaves: 64' 'queue-words: 3'
rotor one 'leaves: 64' 'queue-words: 1'
rotor luts 'leaves: 64' 'family: ice40' 'storage: lut-ram'
rotor ram 'leaves: 64' 'storage: ultra-ram'
rotor seven 'leaves: 64' 'payload-bits: 7'
rotor long 'leaves: 64' 'payload-bits: 257'
rotor misspelt 'leaves: 64' 'queue-word: 4'
rotor least 'leaves: 12' 'payload-bits: 8' 'family: ice40'
rotor large 'leaves: 1024' 'queue-words: 64' 'storage: block-ram' 'payload-bits: 256'
rotor limit 'leaves: 96' 'queue-words: 16'
rotor three 'leaves: 64' 'banks: 3'
rotor narrow 'leaves: 32' 'bins: 4' 'banks: 2'
rotor narrower 'leaves: 64' 'banks: 2' 'bins: 16'
rotor banks 'leaves: 64' 'storage: block-ram' 'banks: 2'
