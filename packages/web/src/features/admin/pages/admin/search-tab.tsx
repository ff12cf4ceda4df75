import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { DataTable } from '../../../../kit/controls/data-table.tsx';
import type { Column } from '../../../../kit/controls/data-table.tsx';
import { Form } from '../../../../kit/controls/form.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { usePages } from '../../../../kit/controls/use-pages.ts';
import type { ListPage, PageRequest } from '../../../../kit/controls/use-pages.ts';

interface SearchFormProps {
  readonly text: { readonly search: string; readonly searchHint: string; readonly find: string };
  readonly maxLength: number;
  readonly onSearch: (query: string) => void;
}

function SearchForm({ text, maxLength, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState('');
  return (
    <Form
      class="flex flex-wrap items-start gap-3"
      role="search"
      onSubmit={() => onSearch(typed.trim().toLowerCase())}
    >
      <div class="min-w-56 flex-1">
        <TextField
          label={text.search}
          hint={text.searchHint}
          value={typed}
          onInput={setTyped}
          input={{ maxLength, autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
        />
      </div>
      <Button type="submit" class="sm:mt-7">
        {text.find}
      </Button>
    </Form>
  );
}

/** Texts for an action on a row: its name, the confirmation question, and the consequence. */
type VerbTexts<Verb extends string> = Readonly<Record<Verb, string>> & {
  readonly ask: Readonly<Record<Verb, (name: string) => string>>;
  readonly consequence: Readonly<Record<Verb, string>>;
};

export interface SearchTabProps<Row, Verb extends string> {
  readonly text: SearchFormProps['text'] &
    VerbTexts<Verb> & { readonly caption: string; readonly none: string; readonly actions: string };
  readonly maxLength: number;
  readonly search: (
    request: PageRequest & { query: string },
    options: { signal?: AbortSignal },
  ) => Promise<ListPage<Row>>;
  readonly nameOf: (row: Row) => string;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly verbsOf: (row: Row) => readonly Verb[];
  readonly isGrave: (verb: Verb) => boolean;
  /** Shown in the confirmation dialog, below the consequence. */
  readonly details?: (verb: Verb, row: Row) => ComponentChildren;
  readonly isReady?: (verb: Verb) => boolean;
  readonly onAsked?: () => void;
  /** Returns the message to show on success. */
  readonly carryOut: (verb: Verb, row: Row) => Promise<string>;
}

/** A search with its results and the actions on each result, which need a confirmation. */
export function SearchTab<Row, Verb extends string>(props: SearchTabProps<Row, Verb>) {
  const { text, nameOf } = props;
  const [query, setQuery] = useState('');
  const [ask, setAsk] = useState<{ readonly verb: Verb; readonly row: Row } | null>(null);
  const found = usePages(query, (page, options) => props.search({ query, ...page }, options));
  const verbs = (row: Row) => (
    <span class="flex flex-wrap justify-end gap-2">
      {props.verbsOf(row).map((verb) => (
        <Button
          key={verb}
          look="plain"
          small
          label={`${text[verb]}: ${nameOf(row)}`}
          onClick={() => {
            props.onAsked?.();
            setAsk({ verb, row });
          }}
        >
          {text[verb]}
        </Button>
      ))}
    </span>
  );
  return (
    <Card>
      <div class="grid grid-cols-1 gap-5">
        <SearchForm text={text} maxLength={props.maxLength} onSearch={setQuery} />
        <Listing pages={found} lines={6} none={<p class="text-muted">{text.none}</p>}>
          {(rows) => (
            <DataTable
              caption={text.caption}
              rows={rows}
              rowKey={props.keyOf}
              columns={[...props.columns, { label: text.actions, align: 'end', render: verbs }]}
            />
          )}
        </Listing>
      </div>
      <ConfirmDialog
        open={ask !== null}
        title={ask ? text.ask[ask.verb](nameOf(ask.row)) : ''}
        confirm={ask ? text[ask.verb] : ''}
        look={ask && !props.isGrave(ask.verb) ? 'primary' : 'danger'}
        disabled={ask !== null && props.isReady?.(ask.verb) === false}
        onClose={() => setAsk(null)}
        onConfirm={async () => {
          if (!ask) return;
          showToast(await props.carryOut(ask.verb, ask.row));
          found.reload();
        }}
      >
        {ask && <p>{text.consequence[ask.verb]}</p>}
        {ask && props.details?.(ask.verb, ask.row)}
      </ConfirmDialog>
    </Card>
  );
}
