// The program's exported functions with JavaScript's types.

const largestFile = 64 * 2 ** 20; // bytes

export class Program {
  alive = true;

  constructor(module) { this.module = module; }

  /** Calls with a text that lives as long as the call. */
  with(text, call) {
    const address = this.module.allocateUTF8(text);
    try {
      return call(address);
    } finally {
      this.module._free(address);
    }
  }

  textAt(address) { return address ? this.module.UTF8ToString(address) : null; }

  resize(width, height, ratio) { this.module._sg_resize(width, height, ratio); }
  type(text) { this.with(text, (t) => this.module._sg_type(t)); }
  backspace() { this.module._sg_backspace(); }
  enter() { this.module._sg_enter(); }
  paste(text) { this.with(text, (t) => this.module._sg_paste(t)); }
  copy(cut) { return this.textAt(this.module._sg_copy(cut ? 1 : 0)); }
  say(text, isError) { this.with(text, (t) => this.module._sg_say(t, isError ? 1 : 0)); }
  restore(state) { return this.textAt(this.with(state, (t) => this.module._sg_restore(t))); }
  hide() { if (this.alive) this.module._sg_hide(); }
  show() { this.module._sg_show(); }
  state() { return this.textAt(this.module._sg_state()); }
  items() { return JSON.parse(this.textAt(this.module._sg_items())); }

  async openFiles(files) {
    for (const file of files) {
      if (file.size > largestFile) {
        this.say(`${file.name} is larger than 64 MiB`, true);
        continue;
      }
      try {
        this.open(file.name, new Uint8Array(await file.arrayBuffer()));
      } catch {
        this.say(`${file.name} cannot be read; is it a folder?`, true);
      }
    }
  }

  open(name, bytes) {
    const address = this.module._malloc(bytes.length + 1);
    this.module.HEAPU8.set(bytes, address);
    this.with(name, (n) => this.module._sg_open(n, address, bytes.length));
    this.module._free(address);
  }
}
