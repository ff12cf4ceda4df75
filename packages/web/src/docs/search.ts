interface Entry {
  readonly title: string;
  readonly address: string;
  /** Other words by which it is found. */
  readonly words: string;
}

const shownMax = 12;

/** Every word must be there; what has them in its title comes first. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const score = ({ title, words: more }: Entry): number => {
    const [name, rest] = [title.toLowerCase(), more.toLowerCase()];
    if (!words.every((word) => name.includes(word) || rest.includes(word))) return 0;
    return 1 + words.filter((word) => name.includes(word)).length;
  };
  return entries
    .map((entry) => ({ entry, rank: score(entry) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((left, right) => right.rank - left.rank)
    .slice(0, shownMax)
    .map(({ entry }) => entry);
}

export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#docs-search');
  const list = document.querySelector<HTMLUListElement>('#docs-found');
  if (!input || !list) return;
  let entries: Promise<readonly Entry[]> | undefined;
  const load = async () => (await (await fetch('/docs/search.json')).json()) as readonly Entry[];
  const show = async () => {
    const found = findEntries(await (entries ??= load()), input.value);
    list.replaceChildren(...found.map(itemOf));
    list.hidden = found.length === 0;
  };
  input.addEventListener('input', () => void show());
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
  });
}

function itemOf({ title, address }: Entry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = title;
  item.append(link);
  return item;
}
