#!/usr/bin/env python3
"""Holds the engine in WebAssembly against the native one.

Every sample is compiled for spyre-mini and run, one for spyre too; what does not compile
is interpreted. All that both programs print (text of the stages, SpyreCode, cycles,
buffers) has to be equal; a table shows the processor's time, which is not judged: machines
are busy. Ends with 77, "skipped", when there is no web build."""
import argparse
import json
import pathlib
import subprocess
import sys

SKIPPED = 77


def results(command, root, device, kernels):
    """What engine_run prints for these kernels, by (device, kernel)."""
    text = subprocess.run(
        [*command, root, "3", device, *kernels], stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    lines = [json.loads(line) for line in text.splitlines()]
    return {(line["device"], line["kernel"]): line for line in lines}


def differences(native, web):
    """Names of the fields that differ, with both values."""
    for field in sorted(native.keys() | web.keys()):
        a, b = native.get(field), web.get(field)
        if field == "milliseconds" or a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            for name in a.keys() | b.keys():
                if a.get(name) != b.get(name):
                    yield f"{field} {name}: native {a.get(name)}, web {b.get(name)}"
        else:
            yield f"{field}: native {a}, web {b}"


def compare(native, web):
    """Prints the table; returns how many kernels differ and ran, and the times summed."""
    failed = ran = 0
    totals = {"compile": [0.0, 0.0], "run": [0.0, 0.0]}
    columns = "".join(f"  {what + ', ms':>15} {'ratio':>5}" for what in totals)
    print(f"{'device':<11} {'kernel':<32} {'cycles':>9}{columns}")
    for key, expected in native.items():
        got = web.get(key, {})
        text = f"{key[0]:<11} {key[1]:<32} {expected.get('cycles', '-'):>9}"
        for what, total in totals.items():
            a, b = (side.get("milliseconds", {}).get(what, 0.0) for side in (expected, got))
            total[0] += a
            total[1] += b
            text += f"  {a:>7.1f} {b:>7.1f} {b / a if a else 0:>5.1f}"
        print(text)
        found = list(differences(expected, got))
        for line in found:
            print(f"    differs in {line}")
        failed += bool(found)
        ran += expected.get("passed", False)
    return failed, ran, totals


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", required=True)
    parser.add_argument("--native", required=True)
    parser.add_argument("--web", required=True)
    args = parser.parse_args()
    if not pathlib.Path(args.web).exists():
        print(f"there is no {args.web}: web/build.sh makes it")
        return SKIPPED
    folder = pathlib.Path(args.root, "samples")
    kernels = sorted(
        str(path.relative_to(folder))
        for path in folder.glob("*/*")
        if path.suffix in (".mlir", ".ttir", ".json")
    )
    native, web = {}, {}
    # Node's fetch hides the file system from Emscripten 3.1.6.
    node = ["node", "--no-experimental-fetch", args.web]
    for device, names in (("spyre-mini", kernels), ("spyre", ["ktir/add.mlir"])):
        native.update(results([args.native], args.root, device, names))
        web.update(results(node, args.root, device, names))
    failed, ran, totals = compare(native, web)
    print(f"{len(native)} compared, {ran} of them ran and verified, {failed} differ")
    for what, (a, b) in totals.items():
        print(f"{what}: native {a:.0f} ms, web {b:.0f} ms: {b / a:.1f} times")
    return int(failed > 0 or ran < 10)


if __name__ == "__main__":
    sys.exit(main())
