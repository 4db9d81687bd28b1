// A state as the fragment of a link: "#state=" and the text, compressed with
// deflate, in base64url. The fragment never leaves the browser.

const start = '#state=';
const largest = 16 * 2 ** 20; // bytes of a state, uncompressed

export function encodeLink(state) {
  const bytes = globalThis.pako.deflateRaw(state, { level: 9 });
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return start + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The state of a fragment; null when it has none; throws when it is broken. */
export function decodeLink(fragment) {
  if (!fragment.startsWith(start)) return null;
  let packed;
  try {
    packed = atob(fragment.slice(start.length).replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw new Error('it has characters that no link has');
  }
  const inflate = new globalThis.pako.Inflate({ raw: true, to: 'string' });
  let size = 0;
  const take = inflate.onData.bind(inflate);
  inflate.onData = (chunk) => {
    size += chunk.length;
    if (size > largest) throw new Error('it is too large');
    take(chunk);
  };
  inflate.push(Uint8Array.from(packed, (c) => c.charCodeAt(0)), true);
  if (inflate.err || !inflate.ended) throw new Error('a part of it is missing or changed');
  return inflate.result;
}
