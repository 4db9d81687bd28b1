// What a person does in the page, from the first second to a reload without a
// network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Explorer, launch, serve } from './browser.js';

const size = { width: 1280, height: 800 };
let browser, server, context, explorer;

before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({
    viewport: size, permissions: ['clipboard-read', 'clipboard-write'],
  });
  explorer = await Explorer.open(context, server.url);
  await explorer.verified();
});

after(async () => {
  await browser?.close();
  server?.stop();
});

const press = (...keys) => keys.reduce(
  (before, key) => before.then(() => explorer.page.keyboard.press(key)), Promise.resolve());

/** Runs a command by its name, from the palette. */
async function command(name) {
  await press('Control+Shift+P');
  await explorer.item('##command');
  await explorer.page.waitForTimeout(200); // it takes the keyboard one frame later
  await explorer.page.keyboard.type(name);
  await explorer.until(`only ${name}`, async () => {
    const labels = (await explorer.items()).map((item) => item.label);
    return labels.some((label) => label.includes(name)) && !labels.includes('View: Command palette');
  });
  await press('Enter');
}

async function downloadOf(action) {
  const [download] = await Promise.all([explorer.page.waitForEvent('download'), action()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('opens on a sample that already ran', async () => {
  const state = await explorer.state();
  assert.ok(state.document.text.length > 0);
  assert.match(await explorer.page.title(), /Spyreglass/i);
  await explorer.picture('start');
});

test('the text can be edited, undone, copied and pasted', async () => {
  const { text } = (await explorer.state()).document;
  const document = (what, test) => explorer.untilState(what, (s) => test(s.document.text));
  const { x, y } = await explorer.item('source');
  await explorer.page.mouse.click(x + 150, y + 60);
  await press('Control+Home');
  await explorer.page.keyboard.type('// λ [typed]');
  await document('typing', (now) => now.includes('// λ [typed]'));
  await press('Shift+Home', 'Control+C');
  assert.equal(await explorer.page.evaluate(() => navigator.clipboard.readText()), '// λ [typed]');
  await press('End', 'Enter', 'Control+V');
  await document('pasting', (now) => now.split('// λ [typed]').length === 3);
  await press('Shift+Home', 'Control+X');
  await document('cutting', (now) => now.split('// λ [typed]').length === 2);
  for (let i = 0; (await explorer.state()).document.text !== text; ++i) {
    assert.ok(i < 100, 'undo leads back');
    await press('Control+Z');
    await explorer.page.waitForTimeout(60);
  }
});

test('an error shows at its line, and goes away', async () => {
  const { x, y } = await explorer.item('source');
  await explorer.page.mouse.click(x + 150, y + 60);
  await press('Control+Home');
  await explorer.page.keyboard.type('nonsense ');
  await press('Control+Enter');
  await explorer.item(/^mark 1$/);
  assert.doesNotMatch((await explorer.outcome(/^outcome: ./)).label, /verified/);
  await explorer.picture('error');
  await press(...Array(9).fill('Backspace'));
  await explorer.untilState('the old text', (s) => !s.document.text.includes('nonsense'));
  await press('Control+Enter');
  await explorer.verified();
});

test('the clock steps, and goes to both ends', async () => {
  const clock = (what, test) => explorer.untilState(what, (s) => test(s.clock));
  await explorer.click('First');
  await clock('the start', (now) => now === 0);
  await explorer.click('Step');
  const { clock: once } = await clock('a step', (now) => now > 0);
  await explorer.click('Step');
  await clock('another step', (now) => now > once);
  await explorer.click('Step back');
  await clock('a step back', (now) => now === once);
  await explorer.click('Last');
  const { clock: end } = await clock('the end', (now) => now > once);
  await explorer.click('First');
  await clock('the start', (now) => now === 0);
  await explorer.click('Play');
  await clock('playing', (now) => now > 0);
  await explorer.click('Pause');
  assert.ok((await explorer.state()).clock <= end);
});

test('the wheel zooms the timeline at the cursor', async () => {
  await explorer.click('Timeline');
  const lane = await explorer.item(/^lane /);
  const width = (s) => s.view.end - s.view.begin;
  const whole = width(await explorer.state());
  await explorer.page.mouse.move(lane.x + lane.width + 300, lane.y + lane.height / 2);
  for (let i = 0; i < 5; ++i) await explorer.page.mouse.wheel(0, -200);
  await explorer.untilState('zooming in', (s) => width(s) < whole / 2);
  await explorer.picture('zoomed');
  await explorer.click('Fit');
  await explorer.untilState('the whole run', (s) => width(s) >= whole * 0.99);
});

test('what a button does shows when the mouse rests on it', async () => {
  const { x, y, width, height } = await explorer.item('Step back');
  const clip = { x, y: y + height + 4, width: 300, height: 40 };
  await explorer.page.mouse.move(5, 5);
  await explorer.page.waitForTimeout(1000);
  const before = await explorer.page.screenshot({ clip });
  await explorer.page.mouse.move(x + width / 2, y + height / 2);
  await explorer.until('a tooltip', async () =>
    !before.equals(await explorer.page.screenshot({ clip })), 5000);
});

test('every view of the run draws', async () => {
  await explorer.click('Last');
  for (const tab of ['Timeline', 'Scratchpad', 'Ring', 'Core', 'Placement', 'Job plan']) {
    await explorer.click(tab);
    await explorer.untilState(tab, (s) => s.tab === tab);
    await explorer.page.waitForTimeout(300);
    await explorer.picture(tab.toLowerCase().replace(' ', '-'));
  }
  await explorer.click('Timeline');
});

test('a link opens the same state elsewhere', async () => {
  await explorer.click('Core');
  await explorer.click('First');
  await explorer.click('Step');
  await press('Control+Shift+L');
  await explorer.item(/^toast: The link/);
  const link = await explorer.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, explorer.page.url());
  const state = await explorer.state();
  const other = await browser.newContext({ viewport: size });
  const copy = await Explorer.open(other, link);
  await copy.verified();
  await copy.untilState('the clock of the link', (s) => s.clock === state.clock);
  assert.deepEqual(await copy.state(), state);
  assert.deepEqual(copy.errors, []);
  await other.close();
});

test('a broken link is told and does no harm', async () => {
  const other = await browser.newContext({ viewport: size });
  const broken = await Explorer.open(other, `${server.url}#state=broken`);
  await broken.item(/^toast: The link cannot be opened/);
  await broken.verified();
  assert.deepEqual(broken.errors, []);
  await broken.picture('broken-link');
  await other.close();
});

test('exports arrive as downloads', async () => {
  const { document } = await explorer.state();
  const source = await downloadOf(() => press('Control+S'));
  assert.equal(source.name, document.name);
  assert.equal(source.bytes.toString(), document.text);
  const saved = await downloadOf(() => command('Save the state'));
  assert.equal(JSON.parse(saved.bytes).document.text, document.text);
  const trace = await downloadOf(() => command('Export the trace'));
  assert.ok(JSON.parse(trace.bytes).traceEvents.length > 100);
  const picture = await downloadOf(() => command('Export the view as a picture'));
  assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(picture.bytes.readUInt32BE(16) > size.width / 2, 'width of the picture');
  assert.ok(picture.bytes.length > 5000, 'there is something in it');
});

test('a file can be chosen or dropped', async () => {
  const { document } = await explorer.state();
  const [chooser] = await Promise.all([
    explorer.page.waitForEvent('filechooser'), press('Control+O')]);
  await chooser.setFiles({
    name: 'chosen.mlir', mimeType: 'text/plain', buffer: Buffer.from(`// chosen\n${document.text}`),
  });
  await explorer.untilState('the chosen file', (s) => s.document.name === 'chosen.mlir');
  await explorer.verified();
  await explorer.page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'dropped.mlir'));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, document.text);
  await explorer.untilState('the dropped file', (s) => s.document.name === 'dropped.mlir');
  await explorer.verified();
});

test('graphics that are lost come back', async () => {
  await explorer.page.mouse.move(5, 5);
  await explorer.page.waitForTimeout(6000); // messages have gone
  const before = await explorer.page.screenshot();
  await explorer.page.evaluate(async () => {
    const canvas = document.getElementById('canvas');
    const context = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const next = (name) => new Promise((done) => canvas.addEventListener(name, done, { once: true }));
    const lost = next('webglcontextlost'), restored = next('webglcontextrestored');
    context.loseContext();
    await lost;
    setTimeout(() => context.restoreContext());
    await restored;
  });
  await explorer.until('the same picture', async () =>
    before.equals(await explorer.page.screenshot()));
});

test('nothing is drawn when nothing moves', async () => {
  await explorer.page.mouse.move(5, 5);
  await explorer.page.waitForTimeout(6000); // messages have gone
  const frames = await explorer.page.evaluate(async () => {
    let count = 0;
    const { requestAnimationFrame: original } = window;
    window.requestAnimationFrame = (call) => { ++count; return original(call); };
    await new Promise((done) => setTimeout(done, 5000));
    window.requestAnimationFrame = original;
    return count;
  });
  assert.ok(frames <= 3, `${frames} frames in 5 seconds`);
});

test('no task keeps the page busy for long', async (t) => {
  // The goal is 100 ms; the figure is told. What fails is a freeze that no busy
  // machine explains, in three attempts out of three.
  const attempts = [];
  for (let attempt = 0; attempt < 3; ++attempt) {
    await explorer.page.evaluate(() => {
      window.longest = 0;
      window.watcher = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.longest = Math.max(window.longest, entry.duration);
      });
      window.watcher.observe({ entryTypes: ['longtask'] });
    });
    await press('Control+Enter');
    await explorer.page.waitForTimeout(300);
    await explorer.verified();
    await explorer.click('Timeline');
    const lane = await explorer.item(/^lane /);
    await explorer.page.mouse.move(lane.x + lane.width + 300, lane.y + lane.height / 2);
    for (const turn of [-100, -100, -100, 100, 100, 100]) {
      await explorer.page.mouse.wheel(0, turn);
      await explorer.page.waitForTimeout(50);
    }
    for (const tab of ['Scratchpad', 'Ring', 'Core', 'Placement', 'Job plan', 'Timeline'])
      await explorer.click(tab);
    attempts.push(await explorer.page.evaluate(() => {
      window.watcher.disconnect();
      return window.longest;
    }));
    t.diagnostic(`longest task ${Math.round(attempts.at(-1))} ms`);
    if (attempts.at(-1) <= 400) return;
  }
  assert.fail(`longest tasks: ${attempts.map(Math.round)} ms`);
});

test('settings and the text are remembered', async () => {
  await explorer.click('Ring');
  await explorer.untilState('the ring', (s) => s.tab === 'Ring');
  await explorer.page.goto(server.url + '?'); // without the link
  await explorer.started();
  await explorer.verified();
  const state = await explorer.state();
  assert.equal(state.tab, 'Ring');
  assert.equal(state.document.name, 'dropped.mlir');
});

test('works without a network after the first load', async () => {
  await explorer.page.waitForFunction(() => navigator.serviceWorker.controller);
  server.stop();
  await context.setOffline(true);
  await explorer.page.goto(server.url);
  await explorer.started();
  await explorer.verified();
  await context.setOffline(false);
  server = await serve();
});

test('the browser had nothing to complain about', () => {
  assert.deepEqual(explorer.errors, []);
});
