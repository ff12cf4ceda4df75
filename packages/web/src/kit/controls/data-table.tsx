import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly label: string;
  readonly render: (row: Row) => ComponentChildren;
  readonly align?: 'start' | 'end';
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A real table at every width; on a phone each row becomes a card whose cells repeat their label. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table class="data-table" role="table">
      <caption class="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, align }) => (
            <th key={label} scope="col" role="columnheader" data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ label, render, align }) => (
              <td key={label} role="cell" data-label={label} data-align={align}>
                <div class="min-w-0">{render(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
