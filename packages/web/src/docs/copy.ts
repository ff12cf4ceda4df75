/** A button beside every piece of code; what was copied is said. */
export function startCopying(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.docs-text pre:not([data-language])')) {
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
    code.before(button);
  }
}
