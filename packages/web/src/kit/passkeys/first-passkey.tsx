import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../controls/error-notice.tsx';
import { Notice } from '../controls/notice.tsx';
import { useAction } from '../controls/use-action.ts';
import { addPasskey } from './add-passkey.ts';

interface FirstPasskeyProps {
  readonly text: {
    readonly noPasskeyTitle: string;
    readonly noPasskeyBody: string;
    readonly addPasskey: string;
  };
  readonly onAdded: () => void;
}

/** Lets a player without a passkey create one on this page and continue. */
export function FirstPasskey({ text, onAdded }: FirstPasskeyProps) {
  const add = useAction(async () => {
    await addPasskey({ counting: true }); // It must be able to approve immediately.
    onAdded();
  });
  return (
    <Notice
      tone="warn"
      title={text.noPasskeyTitle}
      action={
        <Button small busy={add.busy} onClick={() => add.run()}>
          {text.addPasskey}
        </Button>
      }
    >
      <p>{text.noPasskeyBody}</p>
      <ErrorNotice error={add.error} />
    </Notice>
  );
}
