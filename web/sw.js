// Keeps the page for use without a network. What carries the build's hash in
// its address never changes and comes from the cache; the page itself comes from
// the network when that answers, so that a new build shows at the next load.
const hash = '@HASH@';
const files = @FILES@;
const prefix = `spyreglass ${registration.scope} `;
const patience = 4000; // milliseconds

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(prefix + hash);
    await cache.addAll(files.map((file) =>
      new Request(file, { cache: file.startsWith(hash) ? 'default' : 'reload' })));
    await skipWaiting();
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith(prefix) && name !== prefix + hash) await caches.delete(name);
    await clients.claim();
  })());
});

const fromCache = async (request) =>
  (await caches.open(prefix + hash)).match(request, { ignoreSearch: true });

async function page(request) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const response = await fetch(request, { signal: stop.signal });
    if (response.ok) return response;
    return (await fromCache('./')) || response;
  } catch (error) {
    const kept = await fromCache('./');
    if (!kept) throw error;
    return kept;
  } finally {
    clearTimeout(timer);
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  event.respondWith(request.mode === 'navigate'
    ? page(request)
    : fromCache(request).then((kept) => kept || fetch(request)));
});
