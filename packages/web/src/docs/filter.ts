/**
 * Filters the operations by kind of caller and shows their number. The choice is part of the address, so that
 * it can be shared.
 */
export function startFilter(): void {
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
