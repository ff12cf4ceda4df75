import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Listing } from '../../../../kit/controls/listing.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import type { Pages } from '../../../../kit/controls/use-pages.ts';

interface ReviewListProps<Item> {
  readonly text: { readonly title: string; readonly lead: string; readonly none: string };
  readonly pages: Pages<Item>;
  readonly children: (item: Item) => ComponentChildren;
}

/** A list of cases that wait for an administrator. */
export function ReviewList<Item>({ text, pages, children }: ReviewListProps<Item>) {
  return (
    <Card title={text.title}>
      <p class="-mt-3 mb-2 text-sm text-muted">{text.lead}</p>
      <Listing pages={pages} lines={6} none={<p class="py-3">{text.none}</p>}>
        {(items) => (
          <ul class="grid grid-cols-1 divide-y divide-line">{items.map((item) => children(item))}</ul>
        )}
      </Listing>
    </Card>
  );
}

interface DecisionProps {
  readonly text: {
    readonly approve: string;
    readonly approveTitle: (name: string) => string;
    readonly approveBody: string;
    readonly refuse: string;
    readonly refuseTitle: (name: string) => string;
    readonly refuseBody: string;
    readonly reason: string;
    readonly decided: string;
  };
  /** The app that the case is about. */
  readonly name: string;
  readonly onApprove: () => Promise<unknown>;
  readonly onRefuse: (reason: string) => Promise<unknown>;
  readonly onDecided: () => void;
}

/** Approves a case, or refuses it with a reason. */
export function Decision({ text, name, onApprove, onRefuse, onDecided }: DecisionProps) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const [reason, setReason] = useState('');
  const isRefusal = asking === 'refuse';
  return (
    <>
      <div class="flex flex-wrap gap-3">
        <Button small label={`${text.approve}: ${name}`} onClick={() => setAsking('approve')}>
          {text.approve}
        </Button>
        <Button look="plain" small label={`${text.refuse}: ${name}`} onClick={() => setAsking('refuse')}>
          {text.refuse}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={isRefusal ? text.refuseTitle(name) : text.approveTitle(name)}
        confirm={isRefusal ? text.refuse : text.approve}
        look={isRefusal ? 'danger' : 'primary'}
        disabled={isRefusal && reason.trim() === ''}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await (isRefusal ? onRefuse(reason.trim()) : onApprove());
          showToast(text.decided);
          onDecided();
        }}
      >
        <div class="grid grid-cols-1 gap-3">
          <p>{isRefusal ? text.refuseBody : text.approveBody}</p>
          {isRefusal && (
            <TextField
              label={text.reason}
              value={reason}
              onInput={setReason}
              input={{ maxLength: 200, autocomplete: 'off' }}
            />
          )}
        </div>
      </ConfirmDialog>
    </>
  );
}
