/** Shows the operations that one kind of caller may use. */
export function startFilter(): void {
  const choice = document.querySelector<HTMLSelectElement>('#docs-caller');
  if (!choice) return;
  choice.addEventListener('change', () => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-callers]'))
      row.hidden = choice.value !== '' && !row.dataset['callers']?.split(' ').includes(choice.value);
  });
}
