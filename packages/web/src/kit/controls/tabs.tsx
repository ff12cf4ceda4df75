import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Keys of the ARIA Authoring Practices: arrows move and select, Home and End jump. */
function nextIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.findIndex(({ name }) => name === selected);
  // On a phone the selected tab may be outside the visible strip.
  useEffect(() => {
    const [strip, tab] = [list.current, list.current?.querySelector<HTMLElement>('[aria-selected=true]')];
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = nextIndex(event.key, current, tabs.length);
    const tab = index === null ? undefined : tabs[index];
    if (index === null || !tab) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div class="grid grid-cols-1 gap-5">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        class="relative flex overflow-x-auto sm:gap-1 border-b border-line"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, label: tabLabel }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            class="min-h-11 border-b-3 border-transparent px-2 text-sm font-semibold whitespace-nowrap text-muted sm:px-3 sm:text-base -outline-offset-3 hover:text-ink aria-selected:border-brand aria-selected:text-ink"
            onClick={() => onSelect(name)}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
