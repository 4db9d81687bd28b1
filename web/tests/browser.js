// A page of the explorer in Chromium, driven by what its widgets are called.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const site = process.env.SPYREGLASS_SITE || join(root, 'build-web/site');
const pictures = process.env.SPYREGLASS_SCREENSHOTS || join(site, '../screenshots');

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

/** Starts web/serve.py; resolves to its address and a way to end it. */
export function serve() {
  const server = spawn('python3', [join(root, 'web/serve.py'), site, '--port', '0', '--quiet']);
  return new Promise((done, fail) => {
    let said = '';
    const listen = (data) => {
      said += data;
      const address = /is at (\S+)/.exec(said);
      if (address) done({ url: address[1], stop: () => server.kill() });
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', () => fail(new Error(`the server ended: ${said}`)));
  });
}

export class Explorer {
  errors = [];

  constructor(page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  /** Opens an address and waits until the kernel has run, or nothing moves. */
  static async open(context, url, { started = true } = {}) {
    const explorer = new Explorer(await context.newPage());
    await explorer.page.goto(url);
    if (started) await explorer.started();
    return explorer;
  }

  async started() {
    await this.page.waitForFunction(() => window.spyreglass, null, { timeout: 60000 });
    await this.page.evaluate(() => window.spyreglass.ready);
  }

  state() { return this.page.evaluate(() => window.spyreglass.state()); }
  items() { return this.page.evaluate(() => window.spyreglass.items()); }

  /** Polls until `find` returns something; that is the result. */
  async until(what, find, milliseconds = 30000) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const found = await find();
      if (found) return found;
      if (Date.now() > end) throw new Error(`timed out: ${what}`);
      await this.page.waitForTimeout(50);
    }
  }

  untilState(what, test) {
    return this.until(what, async () => {
      const state = await this.state();
      return test(state) && state;
    });
  }

  /** The last widget with a label: a text, or a pattern. */
  item(label) {
    const test = (item) => typeof label === 'string'
      ? item.label === label : label.test(item.label);
    return this.until(`an item ${label}`, async () => (await this.items()).findLast(test));
  }

  async middle(label) {
    const { x, y, width, height } = await this.item(label);
    return [x + width / 2, y + height / 2];
  }

  async click(label) { await this.page.mouse.click(...await this.middle(label)); }

  /** Waits for the end of a compilation and a run, and tells how it ended. */
  outcome(pattern) { return this.item(pattern); }
  verified() { return this.outcome(/^outcome: verified/); }

  async picture(name) {
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}
