// How the page starts where something is missing, on hosts of every kind, and on
// every screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Explorer, launch, serve, site } from './browser.js';

let browser, server;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.stop();
});

async function openWithout(change, address = server.url) {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
  await context.addInitScript(change);
  return Explorer.open(context, address, { started: false });
}

test('without WebGL 2 the page says so', async () => {
  const explorer = await openWithout(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  });
  await explorer.page.getByText('This browser has no WebGL 2').waitFor();
  await explorer.picture('no-webgl');
  await explorer.page.context().close();
});

test('without WebAssembly the page says so', async () => {
  const explorer = await openWithout(() => { delete globalThis.WebAssembly; });
  await explorer.page.getByText('This browser has no WebAssembly').waitFor();
  await explorer.page.context().close();
});

test('a damaged download is told', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/spyreglass.wasm', (route) => route.fulfill({ body: 'not a program' }));
  await page.goto(server.url);
  await page.getByText('Spyreglass could not be loaded').waitFor();
  await page.unroute('**/spyreglass.wasm');
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.waitForFunction(() => window.spyreglass);
  await context.close();
});

test('a crash is told, once', async () => {
  const context = await browser.newContext();
  const explorer = await Explorer.open(context, server.url);
  await explorer.page.evaluate(() => {
    for (const what of ['first', 'second'])
      setTimeout(() => { throw new WebAssembly.RuntimeError(`the ${what} one`); });
  });
  await explorer.page.getByText('Spyreglass has stopped').waitFor();
  assert.match(await explorer.page.locator('#trace').textContent(), /the first one/);
  await explorer.page.getByRole('button', { name: 'Load without' }).click();
  await explorer.started();
  await context.close();
});

test('without JavaScript there is a sentence', () => {
  // Chromium shows it only when a person switches JavaScript off.
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  assert.match(page, /<noscript><p>[^<]*allow JavaScript/);
});

test('any host will do: below a path, no types, no compression', async () => {
  const host = createServer((request, response) => {
    const path = new URL(request.url, 'http://host').pathname.replace('/some/where/', '/');
    try {
      const content = readFileSync(join(site, path === '/' ? 'index.html' : path));
      const type = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
      response.setHeader('Content-Type', type[path.split('.').at(-1)] || (path === '/' ? 'text/html' : 'text/plain'));
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  const context = await browser.newContext();
  const url = `http://127.0.0.1:${host.address().port}/some/where/`;
  const explorer = await Explorer.open(context, url);
  await explorer.verified();
  await explorer.page.waitForFunction(() => navigator.serviceWorker.controller);
  assert.deepEqual(explorer.errors, []);
  await context.close();
  host.closeAllConnections();
  host.close();
});

test('a first load is at most 3 MB', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  await page.goto(server.url);
  await page.waitForFunction(() => window.spyreglass);
  assert.ok(bytes > 100000 && bytes < 3e6, `${bytes} bytes`);
  await context.close();
});

for (const ratio of [1, 1.5, 2])
  test(`sharp at ${ratio} pixels per point`, async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 }, deviceScaleFactor: ratio,
    });
    const explorer = await Explorer.open(context, server.url);
    await explorer.verified();
    const canvas = await explorer.page.evaluate(() => {
      const { width, height } = document.getElementById('canvas');
      return { width, height };
    });
    assert.deepEqual(canvas, { width: 1280 * ratio, height: 800 * ratio });
    await explorer.picture(`ratio-${ratio}`);
    await context.close();
  });

test('small screens, light colours and fingers', async () => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true,
    colorScheme: 'light',
  });
  const explorer = await Explorer.open(context, server.url);
  await explorer.verified();
  await explorer.page.touchscreen.tap(...await explorer.middle('First'));
  await explorer.page.touchscreen.tap(...await explorer.middle('Step'));
  await explorer.untilState('a step by finger', (s) => s.clock > 0);
  await explorer.picture('phone');
  await context.close();
});
