import { useState } from 'preact/hooks';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { signRotation } from '../../parts/sign-operation.ts';
import type { SignedRequest } from '../../parts/signed-request.ts';
import type { Wallet } from './read-wallet.ts';
import type { TaskText } from './tasks.en.ts';
import type { Text } from './text.en.ts';

export interface RotateProps {
  readonly text: TaskText;
  /** The texts of the page. */
  readonly page: Text;
  readonly wallet: Wallet;
  readonly onSigned: (request: SignedRequest) => void;
}

export function Rotate({ text, page, wallet, onSigned }: RotateProps) {
  const words = text.rotate;
  const others = wallet.passkeys.filter(
    ({ credentialId }) => credentialId !== wallet.account.authorityCredentialId,
  );
  const [chosenId, setChosenId] = useState(others.find(({ proven }) => proven)?.id ?? null);
  const chosen = others.find(({ id, proven }) => id === chosenId && proven);
  const submit = useAction(async () => {
    if (chosen) onSigned(await signRotation(chosen));
  });
  if (others.length === 0) {
    return (
      <Notice
        action={
          <ButtonLink small href={PAGE_PATHS.security}>
            {page.activation.toSecurity}
          </ButtonLink>
        }
      >
        {words.none}
      </Notice>
    );
  }
  return (
    <Card>
      <div class="grid grid-cols-1 gap-5">
        <p class="text-muted">{words.body}</p>
        <fieldset class="grid gap-2">
          <legend class="pb-2 text-sm font-semibold">{words.choose}</legend>
          {others.map((passkey) => (
            <label
              key={passkey.id}
              class="flex min-h-11 items-center gap-3 rounded-md border border-line p-3 has-checked:border-brand has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                name="passkey"
                class="size-4 accent-(--brand)"
                disabled={!passkey.proven}
                checked={passkey.id === chosen?.id}
                onChange={() => setChosenId(passkey.id)}
              />
              <span class="min-w-0">
                <span class="block font-semibold break-all">{passkey.name}</span>
                {!passkey.proven && <span class="block text-sm text-muted">{words.unproven}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <Notice tone="warn">
          <ul class="grid list-disc gap-1 pl-4">
            {words.consequences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Notice>
        <ErrorNotice error={submit.error} />
        <p>
          <Button look="sun" busy={submit.busy} disabled={!chosen} onClick={() => submit.run()}>
            {words.submit}
          </Button>
        </p>
      </div>
    </Card>
  );
}
