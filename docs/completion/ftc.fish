# ftc.fish: what ftc.bash offers, in fish. The file lies beside this one, or where bash looks for it.
set -l beside (path resolve (status dirname))
for file in $beside/ftc.bash $beside/../../bash-completion/completions/ftc
    if test -r $file
        set -g __ftc_bash $file
        break
    end
end
function __ftc_offers
    bash -c '. "$1"; shift; _ftc_offers "$@"' bash $__ftc_bash (commandline -opc) (commandline -ct)
end
complete -c ftc -f -a '(__ftc_offers)'
