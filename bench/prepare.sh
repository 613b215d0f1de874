# SPDX-License-Identifier: Apache-2.0
# Sourced by the benches: goes to the project's root, sees to it that the programs are there, and builds Evenkeel.

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$@"; exit 1; }

# need PROGRAM=PACKAGE...: installs the packages of the programs that are missing, or says which they are.
need() {
    local pair packages=()
    for pair in "$@"; do
        type -P "${pair%%=*}" >/dev/null || PATH=$PATH:/usr/sbin:/sbin type -P "${pair%%=*}" >/dev/null || packages+=("${pair#*=}")
    done
    # Debian keeps nginx's stream module in a package of its own.
    if [[ $* == *nginx=* && ! -e /usr/lib/nginx/modules/ngx_stream_module.so ]] && ! nginx -V 2>&1 | grep -Eq -- '--with-stream( |$)'; then
        packages+=(libnginx-mod-stream)
    fi
    ((${#packages[@]})) || return 0
    if ((EUID == 0)) && type -P apt-get >/dev/null; then
        say "installing ${packages[*]} ..."
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}" >/dev/null 2>&1 ||
            { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"; } >/dev/null 2>&1 ||
            die "could not install ${packages[*]}"
    else
        die "these packages are missing: ${packages[*]} (Debian: apt-get install ${packages[*]})"
    fi
}

((BASH_VERSINFO[0] >= 4)) || die "needs bash 4 or newer"
[[ $(uname -s) == Linux ]] || die "reads CPU time from /proc, which only Linux has"
(($(nproc) >= 2)) || die "needs two cores: one for the proxy, one for load and back end"
export PATH=$PATH:/usr/sbin:/sbin
