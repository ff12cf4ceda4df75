const remembered = 'docs-language';

/** Shows one sample at a time, in the language that was last chosen on any page of the documentation. */
export function startSamples(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.docs-samples')) {
    const panels = [...group.querySelectorAll<HTMLElement>(':scope > [data-language]')];
    const bar = document.createElement('div');
    bar.setAttribute('role', 'tablist');
    bar.setAttribute('aria-label', 'Language');
    bar.append(...panels.map(tabOf));
    bar.addEventListener('keydown', moveByArrows);
    group.prepend(bar);
  }
  choose(localStorage.getItem(remembered) ?? 'curl');
}

let numbered = 0;

function tabOf(panel: HTMLElement): HTMLButtonElement {
  const tab = document.createElement('button');
  const language = panel.dataset['language'] ?? '';
  panel.id ||= `docs-sample-${(numbered += 1)}`;
  tab.type = 'button';
  tab.textContent = panel.dataset['label'] ?? language;
  tab.dataset['choose'] = language;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', panel.id);
  tab.addEventListener('click', () => {
    localStorage.setItem(remembered, language);
    choose(language);
  });
  return tab;
}

/** Keyboard behaviour of tabs: one stop for the Tab key, arrow keys between the tabs. */
function moveByArrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const bar = event.currentTarget;
  if (step === undefined || !(bar instanceof HTMLElement)) return;
  const tabs = [...bar.querySelectorAll('button')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
}

/** A group without this language shows its first sample. */
function choose(language: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.docs-samples')) {
    const panels = [...group.querySelectorAll<HTMLElement>(':scope > [data-language]')];
    const shown = panels.find(({ dataset }) => dataset['language'] === language) ?? panels[0];
    for (const panel of panels) panel.hidden = panel !== shown;
    for (const tab of group.querySelectorAll<HTMLElement>('[data-choose]')) {
      const isChosen = tab.dataset['choose'] === shown?.dataset['language'];
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
}
