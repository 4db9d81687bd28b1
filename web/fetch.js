// Downloads with progress.

/** A response whose body tells how many bytes (uncompressed) came. */
function counted(response, onBytes) {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const stream = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      onBytes(value.byteLength);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // The type of its own: some hosts do not know that of WebAssembly.
  const type = isWasm(response.url) ? 'application/wasm' : 'application/octet-stream';
  return new Response(stream, { headers: { 'Content-Type': type } });
}

const isWasm = (url) => /\.wasm$/.test(new URL(url).pathname);

/** Reads a response only to tell how many bytes came. */
async function count(response, onBytes) {
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes(value.byteLength);
  }
}

/**
 * A module, compiled while it comes. Browsers keep the machine code of a response
 * that is the network's own, not of one that a script made.
 */
function compile(response, onBytes) {
  if (response.headers.get('Content-Type') !== 'application/wasm' || !response.body)
    return WebAssembly.compileStreaming(counted(response, onBytes));
  count(response.clone(), onBytes).catch(() => {}); // compiling tells what is wrong
  return WebAssembly.compileStreaming(response);
}

/**
 * Files of a folder: WebAssembly as a module, compiled while it comes; others
 * as ArrayBuffer. `sizes` are uncompressed bytes by name.
 */
export async function fetchAll(folder, sizes, onProgress) {
  const names = Object.keys(sizes);
  const total = names.reduce((sum, name) => sum + sizes[name], 0);
  let done = 0;
  const onBytes = (count) => onProgress(Math.min(done += count, total), total);
  onProgress(0, total);
  const contents = await Promise.all(names.map(async (name) => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
    return name.endsWith('.wasm')
      ? compile(response, onBytes) : counted(response, onBytes).arrayBuffer();
  }));
  onProgress(total, total);
  return Object.fromEntries(names.map((name, i) => [name, contents[i]]));
}
