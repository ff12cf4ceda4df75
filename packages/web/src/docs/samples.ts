/** One sample at a time, in the language chosen anywhere on the page. */
export function startSamples(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.docs-samples')) {
    const panels = [...group.querySelectorAll<HTMLElement>('[data-language]')];
    const bar = document.createElement('div');
    bar.setAttribute('role', 'tablist');
    bar.setAttribute('aria-label', 'Language');
    bar.append(...panels.map(tabOf));
    group.prepend(bar);
  }
  choose('curl');
}

function tabOf(panel: HTMLElement): HTMLButtonElement {
  const tab = document.createElement('button');
  const language = panel.dataset['language'] ?? '';
  tab.type = 'button';
  tab.textContent = panel.dataset['label'] ?? language;
  tab.dataset['choose'] = language;
  tab.setAttribute('role', 'tab');
  tab.addEventListener('click', () => choose(language));
  return tab;
}

function choose(language: string): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[data-language]'))
    panel.hidden = panel.dataset['language'] !== language;
  for (const tab of document.querySelectorAll<HTMLElement>('[data-choose]'))
    tab.setAttribute('aria-selected', String(tab.dataset['choose'] === language));
}
