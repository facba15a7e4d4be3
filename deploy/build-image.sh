#!/bin/sh
# Builds the image from dist/*.whl: deploy/build-image.sh [NAME]. Takes buildah, else podman.
#
# OPENMALL_IMAGE_BASE  the base image (default: docker.io/library/debian:bookworm-slim). When no registry
#                      answers, root makes it with debootstrap from Debian's own packages, by this name.
# DEBIAN_MIRROR        where debootstrap gets them (default: http://deb.debian.org/debian).
# PIP_CERT             certificates of the authorities that pip is to trust, if not the usual ones.
set -eu
cd "$(dirname "$0")/.."
name=${1:-openmall}
base=${OPENMALL_IMAGE_BASE:-docker.io/library/debian:bookworm-slim}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
if command -v buildah >/dev/null; then builder=buildah
elif command -v podman >/dev/null; then builder=podman
else echo "error: needs buildah or podman: apt-get install buildah" >&2; exit 1
fi
set -- dist/*.whl
[ -f "$1" ] || { echo "error: no wheel in dist: make dist" >&2; exit 1; }
version=$(basename "$1" | cut -d- -f2)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The same packages as Debian's image has, without what its "slim" leaves out (manuals, translations).
debootstrapped() {
    command -v debootstrap >/dev/null || { echo "error: $base cannot be pulled, and debootstrap is missing" >&2; exit 1; }
    echo "no registry has $base: made with debootstrap from $mirror" >&2
    debootstrap --variant=minbase bookworm "$work/root" "$mirror" >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
    printf 'path-exclude /usr/share/%s/*\n' doc info linda lintian locale man >"$work/root/etc/dpkg/dpkg.cfg.d/slim"
    printf 'path-include /usr/share/doc/*/copyright\n' >>"$work/root/etc/dpkg/dpkg.cfg.d/slim"
    find "$work/root/usr/share/doc" -type f ! -name copyright -delete
    (cd "$work/root/usr/share" && rm -rf info linda lintian locale man)
    tar -C "$work/root" --exclude='./dev/*' --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' \
        --exclude='./var/log/*.log' --exclude='./var/cache/debconf/*-old' -cf "$work/base.tar" .
    printf 'FROM scratch\nADD base.tar /\nCMD ["bash"]\n' >"$work/Containerfile"
    "$builder" build -q -t "$base" -f "$work/Containerfile" "$work" >&2
}

if ! "$builder" inspect --type image "$base" >/dev/null 2>&1 && ! "$builder" pull -q "$base" >/dev/null 2>"$work/pull"; then
    [ "$(id -u)" = 0 ] || { cat "$work/pull" >&2; exit 1; }
    debootstrapped
fi
# Where no container can be started (within another container, say), commands run in a chroot.
if [ "$builder" = buildah ] && [ -z "${BUILDAH_ISOLATION:-}" ]; then
    probe=$(buildah from --pull-never "$base")
    if ! buildah run "$probe" true >/dev/null 2>&1; then
        echo "no container can be started here: the image is built in a chroot" >&2
        export BUILDAH_ISOLATION=chroot
    fi
    buildah rm "$probe" >/dev/null
fi
set -- --format docker --build-arg "BASE=$base" --build-arg "VERSION=$version" \
    --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
    --timestamp "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}"
if [ -n "${PIP_CERT:-}" ]; then
    set -- "$@" --secret "id=pip-authorities,src=$PIP_CERT"
fi
"$builder" build "$@" -t "$name" -f deploy/Containerfile .
