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
  const type = /\.wasm$/.test(new URL(response.url).pathname)
    ? 'application/wasm' : 'application/octet-stream';
  return new Response(stream, { headers: { 'Content-Type': type } });
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
    const body = counted(response, onBytes);
    return name.endsWith('.wasm')
      ? WebAssembly.compileStreaming(body) : body.arrayBuffer();
  }));
  onProgress(total, total);
  return Object.fromEntries(names.map((name, i) => [name, contents[i]]));
}
