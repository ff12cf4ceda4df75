import { Button } from '../../../../kit/controls/button.tsx';

export interface DecisionButtonsProps {
  readonly text: { readonly allow: string; readonly deny: string };
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onDecide: (allow: boolean) => Promise<void>;
}

export function DecisionButtons({ text, busy, disabled = false, onDecide }: DecisionButtonsProps) {
  return (
    <>
      <Button look="plain" disabled={busy} onClick={() => onDecide(false)}>
        {text.deny}
      </Button>
      <Button look="sun" busy={busy} disabled={disabled} waitsToBeRead onClick={() => onDecide(true)}>
        {text.allow}
      </Button>
    </>
  );
}
