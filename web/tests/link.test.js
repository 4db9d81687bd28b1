// Links without a browser: what goes in comes out, and broken ones are told.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const pako = process.env.SPYREGLASS_PAKO || '/usr/share/nodejs/pako/dist/pako.min.js';
globalThis.pako = createRequire(import.meta.url)(pako);
const { decodeLink, encodeLink } = await import('../link.js');

test('a state comes back as it was', () => {
  for (const state of ['{}', '{"text":"λ → ∞ 🙂\\n"}', 'x'.repeat(1e6),
    JSON.stringify([...Array(5000).keys()])]) {
    const link = encodeLink(state);
    assert.match(link, /^#state=[A-Za-z0-9_-]+$/);
    assert.equal(decodeLink(link), state);
  }
});

test('a page without a state has none', () => {
  assert.equal(decodeLink(''), null);
  assert.equal(decodeLink('#top'), null);
});

test('broken links are told', () => {
  const link = encodeLink(JSON.stringify([...Array(200).keys()]));
  for (const broken of ['#state=', '#state=%%%', '#state=A', '#state=AAAA',
    link.slice(0, -20), link.slice(0, 12), link.slice(0, 8) + '_' + link.slice(8)])
    assert.throws(() => decodeLink(broken), Error, broken);
});

test('a link that grows without end is refused', () => {
  const bomb = encodeLink('\0'.repeat(40 * 2 ** 20));
  assert.ok(bomb.length < 100000);
  assert.throws(() => decodeLink(bomb), /too large/);
});
