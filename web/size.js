// The canvas has as many pixels as the screen has below it.

export function watchSize(canvas, program) {
  const resize = (entry) => {
    const ratio = devicePixelRatio;
    const exact = entry && entry.devicePixelContentBoxSize;
    const width = exact ? exact[0].inlineSize : Math.round(canvas.clientWidth * ratio);
    const height = exact ? exact[0].blockSize : Math.round(canvas.clientHeight * ratio);
    program.resize(width, height, ratio);
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
