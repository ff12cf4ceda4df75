import { startSearch } from './search.ts';
import { startTrying } from './try-it.ts';

/** Adds a copy button to every code block. */
function startCopying(): void {
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

/**
 * Filters the operations by kind of caller and shows their number. The choice is part of the address, so that
 * it can be shared.
 */
function startFilter(): void {
  const choice = document.querySelector<HTMLSelectElement>('#docs-caller');
  const count = document.querySelector('#docs-count');
  if (!choice || !count) return;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-callers]')];
  const narrow = () => {
    for (const row of rows)
      row.hidden = choice.value !== '' && !row.dataset['callers']?.split(' ').includes(choice.value);
    for (const group of document.querySelectorAll<HTMLElement>('[data-group]'))
      group.hidden = group.querySelector('[data-callers]:not([hidden])') === null;
    const shown = rows.filter(({ hidden }) => !hidden).length;
    count.textContent = choice.value === '' ? '' : `${shown} of ${rows.length} operations`;
  };
  choice.addEventListener('change', () => {
    const address = new URL(location.href);
    if (choice.value === '') address.searchParams.delete('by');
    else address.searchParams.set('by', choice.value);
    history.replaceState(history.state, '', address);
    narrow();
  });
  const asked = new URLSearchParams(location.search).get('by') ?? '';
  if ([...choice.options].some(({ value }) => value === asked)) choice.value = asked;
  narrow();
}

const remembered = 'docs-language';

/** Shows one sample at a time, in the language that was last chosen on any page of the documentation. */
function startSamples(): void {
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

// The pages work without this script, which adds search, filter, try-out, copy buttons and tabs.
startSearch();
startFilter();
startTrying();
// Copying first puts each code block into a frame; the tabs then show and hide the frames.
startCopying();
startSamples();
