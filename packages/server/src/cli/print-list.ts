import type { CommandContext } from './command.ts';

export interface PrintedList<Item> {
  readonly count: () => number;
  add(item: Item): void;
  end(): void;
}

/**
 * Prints a list of any length, one line per item. With --json, the lines together are one object: the fields of
 * `head`, and the items under `name`. Without a head they are one array.
 */
export function printList<Item>(
  { json, print }: CommandContext,
  head: { readonly fields: object; readonly name: string } | null,
  lineOf: (item: Item) => string,
): PrintedList<Item> {
  let count = 0;
  const [begin, end] = head
    ? [`${JSON.stringify(head.fields).slice(0, -1)},${JSON.stringify(head.name)}:[`, ']}']
    : ['[', ']'];
  return {
    count: () => count,
    add(item) {
      count += 1;
      print(json ? `${count === 1 ? begin : ','}${JSON.stringify(item)}` : lineOf(item));
    },
    end() {
      if (json) print(`${count === 0 ? begin : ''}${end}`);
    },
  };
}
