/** Adds a copy button to every code block. */
export function startCopying(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.docs-text pre')) {
    if (code.querySelector('output')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'docs-copy';
    button.textContent = 'Copy';
    const copy = async () => {
      await navigator.clipboard.writeText(code.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    };
    button.addEventListener('click', () => void copy());
    // In a frame together with the code block, so that both are hidden together.
    const frame = document.createElement('div');
    frame.className = 'docs-code';
    code.before(frame);
    frame.append(button, code);
    const { language, label } = code.dataset;
    if (language === undefined) continue;
    frame.dataset['language'] = language;
    frame.dataset['label'] = label ?? language;
    delete code.dataset['language'];
  }
}
