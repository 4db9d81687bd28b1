// Text comes through a text area that nobody sees: only so do composed
// characters, keyboards on screens and the clipboard reach a page.

export function watchTyping(area, canvas, program) {
  const flush = () => {
    const text = area.value;
    area.value = '';
    if (text) program.type(text);
  };
  area.addEventListener('input', (event) => {
    if (!event.isComposing) flush();
    else area.style.width = `${area.value.length + 1}em`;
  });
  area.addEventListener('compositionstart', () => area.classList.add('composing'));
  area.addEventListener('compositionend', () => {
    area.classList.remove('composing');
    area.style.width = '';
    flush();
  });
  // Keyboards on screens send no keys for these.
  area.addEventListener('beforeinput', (event) => {
    if (event.isComposing) return;
    if (event.inputType === 'deleteContentBackward') program.backspace();
    else if (event.inputType === 'insertLineBreak') program.enter();
    else return;
    event.preventDefault();
  });
  const focus = () => area.focus({ preventScroll: true });
  canvas.addEventListener('mousedown', focus);
  canvas.addEventListener('touchend', focus);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
}

export function watchClipboard(area, program, host) {
  // Some browsers copy only where something is selected.
  area.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && /^[cx]$/i.test(event.key)) host.selectSomething();
  });
  area.addEventListener('keyup', () => {
    if (!area.classList.contains('composing')) area.value = '';
  });
  const copy = (event) => {
    area.value = '';
    const text = host.copying !== null
      ? host.copying : program.copy(event.type === 'cut');
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  document.addEventListener('copy', copy);
  document.addEventListener('cut', copy);
  document.addEventListener('paste', (event) => {
    event.preventDefault();
    if (event.clipboardData.files.length > 0)
      program.openFiles([...event.clipboardData.files]);
    else
      program.paste(event.clipboardData.getData('text/plain'));
  });
}
