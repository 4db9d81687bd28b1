#!/usr/bin/env python3
"""Puts the page together: a folder that any web server can hand out.

What the page is made of goes into a folder named by the hash of everything, so
that browsers may keep it forever; beside each file lies its brotli."""
import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

PROGRAM = ["spyreglass.js", "spyreglass.wasm", "spyreglass.data"]
ROOT = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"]
LIMIT = 3 * 1000 * 1000  # bytes of a first load, compressed


def collect(args):
    """Contents of the hashed folder and of the root, by name."""
    inner = {name: (args.program / name).read_bytes() for name in PROGRAM}
    inner["pako.min.js"] = args.pako.read_bytes()
    outer = {}
    for path in sorted(args.page.iterdir()):
        if path.name in ROOT:
            outer[path.name] = path.read_bytes()
        elif path.suffix in (".js", ".css"):
            inner[path.name] = path.read_bytes()
    return inner, outer


def hash_of(*groups):
    digest = hashlib.sha256()
    for group in groups:
        for name in sorted(group):
            digest.update(name.encode() + b"\0" + group[name])
    return digest.hexdigest()[:12]


def fill_in(inner, outer):
    """The places of index.html and sw.js that depend on the build."""
    build_hash = hash_of(inner, outer)
    measured = ["spyreglass.wasm", "spyreglass.data"]
    build = {"files": {name: len(inner[name]) for name in measured}, "offline": True}
    kept = ["./", "icon.svg", "manifest.webmanifest"]
    kept += [f"{build_hash}/{name}" for name in sorted(inner)]
    values = {
        b"@FOLDER@": build_hash.encode(),
        b"@HASH@": build_hash.encode(),
        b"@BUILD@": json.dumps(build).encode(),
        b"@FILES@": json.dumps(kept).encode(),
    }
    for name in ("index.html", "sw.js"):
        for place, value in values.items():
            outer[name] = outer[name].replace(place, value)
    return build_hash


def write(folder, files, brotli):
    """Sizes by name: (bytes, bytes compressed)."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for name, content in files.items():
        path = folder / name
        path.write_bytes(content)
        packed = subprocess.run(
            [brotli, "-q", "11", "-w", "24", "-c", str(path)],
            check=True,
            stdout=subprocess.PIPE,
        ).stdout
        path.with_name(name + ".br").write_bytes(packed)
        sizes[name] = len(content), len(packed)
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=pathlib.Path, required=True, help="folder web/")
    parser.add_argument("--program", type=pathlib.Path, required=True,
                        help="folder with spyreglass.js, .wasm and .data")
    parser.add_argument("--pako", type=pathlib.Path, required=True, help="pako.min.js")
    parser.add_argument("--brotli", default="brotli", help="the program brotli")
    parser.add_argument("site", type=pathlib.Path, help="folder to make")
    args = parser.parse_args()

    inner, outer = collect(args)
    build_hash = fill_in(inner, outer)
    # Made beside and then moved: a server never hands out half of it.
    new = args.site.with_name(args.site.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    sizes = write(new / build_hash, inner, args.brotli)
    sizes.update(write(new, outer, args.brotli))
    shutil.rmtree(args.site, ignore_errors=True)
    new.rename(args.site)

    print(f"{'file':24}{'bytes':>12}{'brotli':>12}")
    for name, (raw, packed) in sorted(sizes.items(), key=lambda item: -item[1][1]):
        print(f"{name:24}{raw:12,}{packed:12,}")
    raw, packed = (sum(size[i] for size in sizes.values()) for i in (0, 1))
    print(f"{'a first load':24}{raw:12,}{packed:12,}")
    if packed > LIMIT:
        sys.exit(f"error: a first load is larger than {LIMIT:,} bytes")


if __name__ == "__main__":
    main()
