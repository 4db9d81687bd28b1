// The canvas has as many pixels as the screen has below it.

export function watchSize(canvas, program) {
  // The exact size, unless it is none: some browsers leave out the ratio.
  const pixels = (css, exact) => {
    const rounded = Math.round(css * devicePixelRatio);
    return Math.abs(exact - rounded) <= 2 ? exact : rounded;
  };
  const resize = (entry) => {
    const [exact] = (entry && entry.devicePixelContentBoxSize) || [{}];
    program.resize(
      pixels(canvas.clientWidth, exact.inlineSize),
      pixels(canvas.clientHeight, exact.blockSize),
      devicePixelRatio);
  };
  const observer = new ResizeObserver((entries) => resize(entries[0]));
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    // Older browsers: the size in CSS pixels, and changes of the ratio apart.
    observer.observe(canvas);
    const watchRatio = () =>
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
        resize();
        watchRatio();
      }, { once: true });
    watchRatio();
  }
}
