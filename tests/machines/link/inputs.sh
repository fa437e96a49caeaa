# Links for lines.txt.
link() { name=$1; shift; { echo 'network: link'; printf '%s\n' "$@"; } >"$name.yaml"; }
link net 'payload-bits: 44'
link three 'pins: 3'
link nine 'pins: 9'
link long 'payload-bits: 1024'
link many 'frame-words: 15'
link short 'payload-bits: 1' 'pins: 8'
link misspelt 'pin: 2'
link trip 'trip-frames: 1'
link wide 'payload-bits: 100' 'pins: 4' 'family: ice40'
