// Files that are dragged onto the page.

export function watchDrops(sign, program) {
  const hasFiles = (event) => event.dataTransfer.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    sign.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  addEventListener('drop', (event) => {
    sign.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    program.openFiles([...event.dataTransfer.files]);
  });
}
