// Loads the program, says how far it is and what went wrong, and starts it.
import { fetchAll } from './fetch.js';
import { Host } from './host.js';
import { watchClipboard, watchTyping } from './typing.js';
import { watchDrops } from './drop.js';
import { watchSize } from './size.js';
import { Program } from './program.js';
import { decodeLink } from './link.js';

const $ = (id) => document.getElementById(id);
const build = JSON.parse($('build').textContent);
const folder = new URL('.', import.meta.url);

function showProblem(reason, advice, error) {
  if (!$('problem').hidden) return; // the first one is the cause
  $('reason').textContent = reason;
  $('advice').textContent = advice;
  $('details').hidden = $('afresh').hidden = !error;
  $('trace').textContent = error ? String(error.stack || error) : '';
  $('loading').hidden = true;
  $('problem').hidden = false;
  $('cover').hidden = false;
  $('again').focus();
}

function whatIsMissing() {
  if (typeof WebAssembly !== 'object') return 'WebAssembly';
  const probe = document.createElement('canvas').getContext('webgl2');
  if (!probe) return 'WebGL 2';
  const end = probe.getExtension('WEBGL_lose_context');
  if (end) end.loseContext();
  return null;
}

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(1);

function showProgress(done, total) {
  $('progress').value = done / total;
  $('bytes').textContent =
    done < total ? `${mebibytes(done)} of ${mebibytes(total)} MiB` : 'Starting';
}

function runScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(name, folder);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${name} could not be loaded`));
    document.head.append(script);
  });
}

/** The state in the page's address, if there is one; a broken one is told. */
function openLink(program) {
  let problem = null;
  try {
    const state = decodeLink(location.hash);
    if (state !== null) problem = program.restore(state);
  } catch (error) {
    problem = error.message;
  }
  if (problem) program.say(`The link cannot be opened: ${problem}`, true);
}

function startProgram(program, host) {
  watchForCrashes(program);
  watchTyping($('typing'), $('canvas'), program);
  watchClipboard($('typing'), program, host);
  watchDrops($('drop'), program);
  host.onFiles = (files) => program.openFiles(files);
  addEventListener('hashchange', () => openLink(program));
  addEventListener('pagehide', () => program.hide());
  document.addEventListener('visibilitychange', () =>
    document.hidden ? program.hide() : program.show());
  // For tests, and for the curious.
  window.spyreglass = {
    state: () => JSON.parse(program.state()),
    items: () => program.items(),
    ready: host.ready,
  };
  openLink(program);
  watchSize($('canvas'), program); // draws the first frame
  $('typing').focus({ preventScroll: true });
}

/** After a crash the program's memory cannot be trusted: it is not asked again. */
function watchForCrashes(program) {
  const crashed = (error) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    program.alive = false;
    showProblem('Spyreglass has stopped: this is a bug of it.',
      'Your text is kept. If it stops again, load it without. Please report the details.', error);
  };
  addEventListener('error', (event) => crashed(event.error));
  addEventListener('unhandledrejection', (event) => crashed(event.reason));
}

async function load() {
  $('loading').hidden = false;
  const missing = whatIsMissing();
  if (missing) {
    showProblem(`This browser has no ${missing}, which Spyreglass needs.`,
      'Current versions of Chrome, Edge, Firefox and Safari have it. Is hardware acceleration switched off?');
    return;
  }
  const [files] = await Promise.all([
    fetchAll(folder, build.files, showProgress),
    runScript('spyreglass.js'),
  ]);
  const host = new Host($('canvas'), $('typing'));
  host.onReady = () => {
    $('cover').hidden = true;
    keepForOffline();
  };
  host.onNoGraphics = () =>
    showProblem('This browser could not start WebGL 2.',
      'Close other tabs that draw, or switch hardware acceleration on.');
  const module = await window.createSpyreglass({
    canvas: $('canvas'),
    host,
    getPreloadedPackage: () => files['spyreglass.data'],
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(files['spyreglass.wasm'], imports)
        .then((instance) => done(instance, files['spyreglass.wasm']))
        .catch((error) => showProblem('Spyreglass could not be started.',
          'Load the page again; the download may be damaged.', error));
      return {};
    },
    print: console.log,
    printErr: console.warn,
  });
  if (!host.failed) startProgram(new Program(module), host);
}

function keepForOffline() {
  if (!('serviceWorker' in navigator) || !build.offline) return;
  navigator.serviceWorker.register(new URL('../sw.js', folder)).catch((error) =>
    console.info('Not kept for use without a network:', error.message));
}

$('again').onclick = () => location.reload();
$('afresh').onclick = () => {
  Host.forget();
  history.replaceState(null, '', location.pathname + location.search);
  location.reload();
};

load().catch((error) =>
  showProblem('Spyreglass could not be loaded.',
    navigator.onLine ? 'Load the page again.' : 'There is no network.', error));
