#!/usr/bin/env python3
"""Serves a built page on this machine: serve.py [FOLDER] [--port N]"""
import argparse
import functools
import http.server
import pathlib
import re
import sys

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    quiet = False

    def guess_type(self, path):
        suffix = pathlib.Path(str(path).removesuffix(".br")).suffix
        return TYPES.get(suffix, "application/octet-stream")

    def send_head(self):
        self.packed = False
        if "br" in re.split(r"[,;\s]+", self.headers.get("Accept-Encoding", "")):
            path, _, query = self.path.partition("?")
            if path.endswith("/"):
                path += "index.html"
            if pathlib.Path(self.translate_path(path) + ".br").is_file():
                self.path = path + ".br" + ("?" + query if query else "")
                self.packed = True
        return super().send_head()

    def end_headers(self):
        if self.packed:
            self.send_header("Content-Encoding", "br")
        # What has the hash of the build in its address never changes.
        forever = re.search(r"/[0-9a-f]{12}/", self.path)
        self.send_header("Cache-Control",
                         "max-age=31536000, immutable" if forever else "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        super().end_headers()

    def log_message(self, *args):
        if not self.quiet:
            super().log_message(*args)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path(
        __file__).resolve().parent.parent / "build-web" / "site")
    parser.add_argument("--port", type=int, default=8080, help="0: any that is free")
    parser.add_argument("--quiet", action="store_true", help="no line per request")
    args = parser.parse_args()
    if not (args.folder / "index.html").is_file():
        sys.exit(f"error: {args.folder} has no index.html\n"
                 "hint: build the page first, with ./run --web")
    Handler.quiet = args.quiet
    handler = functools.partial(Handler, directory=str(args.folder))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", args.port), handler)
    except OSError as error:
        sys.exit(f"error: port {args.port}: {error.strerror}\nhint: choose another with --port")
    # The line that tests wait for.
    print(f"Spyreglass is at http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
