interface Entry {
  readonly title: string;
  readonly address: string;
  /** Other search words for this entry. */
  readonly words: string;
}

const shownMax = 12;
/**
 * Sections contain the title of their guide. Without this limit a word of the title would find nothing else.
 */
const ofGuideMax = 3;

/**
 * Finds entries that contain every word. Matches in titles come first, and guides come before reference
 * entries.
 */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const score = ({ title, address, words: more }: Entry): number => {
    const [name, rest] = [title.toLowerCase(), more.toLowerCase()];
    if (!words.every((word) => name.includes(word) || rest.includes(word))) return 0;
    return 1 + words.filter((word) => name.includes(word)).length + (isGuide(address) ? words.length : 0);
  };
  const shownOf = new Map<string, number>();
  const isOneOfFew = ({ address }: Entry): boolean => {
    const page = address.split('#')[0]!;
    const count = (shownOf.get(page) ?? 0) + 1;
    shownOf.set(page, count);
    return !isGuide(address) || count <= ofGuideMax;
  };
  return entries
    .map((entry) => ({ entry, rank: score(entry) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((left, right) => right.rank - left.rank)
    .map(({ entry }) => entry)
    .filter(isOneOfFew)
    .slice(0, shownMax);
}

function isGuide(address: string): boolean {
  return !/^\/docs\/(?:reference|errors)\b/u.test(address);
}

export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#docs-search');
  const list = document.querySelector<HTMLUListElement>('#docs-found');
  if (!input || !list) return;
  let entries: Promise<readonly Entry[]> | undefined;
  const load = async () => (await (await fetch('/docs/search.json')).json()) as readonly Entry[];
  const show = async () => {
    const found = findEntries(await (entries ??= load()), input.value);
    list.replaceChildren(...(found.length === 0 ? [nothing()] : found.map(itemOf)));
    list.hidden = input.value.trim() === '';
  };
  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void show());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const places = [input, ...list.querySelectorAll('a')];
    const at = places.findIndex((place) => place === document.activeElement);
    if (step === undefined || at < 0 || list.hidden) return;
    event.preventDefault();
    places[(at + step + places.length) % places.length]?.focus();
  });
  // A click outside the search closes the list.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !input.parentElement?.contains(target)) list.hidden = true;
  });
  list.addEventListener('click', () => (list.hidden = true));
}

function nothing(): HTMLLIElement {
  const item = document.createElement('li');
  item.className = 'docs-note';
  item.textContent = 'Nothing found';
  return item;
}

function itemOf({ title, address }: Entry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = title;
  item.append(link);
  return item;
}
