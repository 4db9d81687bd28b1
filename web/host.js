// What the program asks of the page; app/web/Page.h says what each is for.
import { encodeLink } from './link.js';

// One origin may hold several pages: each has settings of its own.
const prefix = `spyreglass ${new URL('..', import.meta.url).pathname} `;

function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export class Host {
  isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  onReady = () => {};
  onNoGraphics = () => {};
  onFiles = () => {};
  failed = false;
  /** Text of a copy event that the page itself causes. */
  copying = null;

  constructor(canvas, area) {
    this.canvas = canvas;
    this.area = area;
    this.ready = new Promise((resolve) => { this.resolveReady = resolve; });
  }

  isReady() {
    this.onReady();
    this.resolveReady();
  }

  noGraphics() {
    this.failed = true;
    this.onNoGraphics();
  }

  setCursor(name) { this.canvas.style.cursor = name; }
  setTitle(title) { document.title = title; }

  placeText(x, y, height, wanted) {
    const style = this.area.style;
    style.left = `${Math.min(Math.max(x, 0), innerWidth - 20)}px`;
    style.top = `${Math.min(Math.max(y, 0), innerHeight - height)}px`;
    style.lineHeight = `${height}px`;
    const mode = wanted ? 'text' : 'none';
    if (this.area.inputMode === mode) return;
    this.area.inputMode = mode;
    if (!matchMedia('(pointer: coarse)').matches) return;
    // Keyboards on screens follow the focus.
    this.area.blur();
    this.area.focus({ preventScroll: true });
  }

  selectSomething() {
    this.area.value = ' ';
    this.area.select();
  }

  copy(text) {
    const oldWay = () => {
      this.selectSomething();
      this.copying = text;
      document.execCommand('copy');
      this.copying = null;
    };
    // Only pages with a secure origin have the new one.
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(oldWay);
    else oldWay();
  }

  // Browsers refuse to store things in private windows, or when they are full.
  load(name) {
    try {
      return localStorage.getItem(prefix + name);
    } catch {
      return null;
    }
  }

  store(name, text) {
    try {
      localStorage.setItem(prefix + name, text);
    } catch (error) {
      console.info('Settings are not kept:', error.message);
    }
  }

  static forget() {
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(prefix)) localStorage.removeItem(key);
    } catch {
      // Then nothing was stored.
    }
  }

  chooseFile() {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.onchange = () => this.onFiles([...input.files]);
    input.click();
  }

  giveFile(name, type, bytes) { download(name, new Blob([bytes], { type })); }

  givePicture(name, x, y, width, height) {
    const part = document.createElement('canvas');
    part.width = width;
    part.height = height;
    const context = part.getContext('2d');
    if (!context) return false;
    context.drawImage(this.canvas, x, y, width, height, 0, 0, width, height);
    part.toBlob((blob) => { if (blob) download(name, blob); }, 'image/png');
    return true;
  }

  makeLink(state) {
    const url = new URL(location.href);
    url.hash = encodeLink(state);
    try {
      history.replaceState(null, '', url);
    } catch (error) {
      console.info('The address stays as it is:', error.message); // too long, too often
    }
    return url.href;
  }
}
