import { useEffect } from 'preact/hooks';
import { playCreature } from '../../../../kit/creature/play-creature.ts';
import { signedInHint } from '../../../../kit/session/session.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { DownloadIcon, PrintIcon } from '../../../../kit/controls/icons.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Scene } from '../../../../kit/controls/scene.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { CheckThis } from '../../parts/check-this.tsx';
import { AskDeveloper } from './ask-developer.tsx';
import { describeReceipt, type ReceiptContent } from './describe-receipt.ts';
import { readReceipt, type Receipt } from './read-receipt.ts';
import { Slip } from './slip.tsx';
import type { Text } from './text.en.ts';

async function savePicture(text: Text, content: ReceiptContent): Promise<void> {
  const [{ drawReceipt }, { shareOrSave }] = await Promise.all([
    import('./draw-receipt.ts'),
    import('../../../../kit/platform/share.ts'),
  ]);
  await shareOrSave(await drawReceipt(text.title, content));
}

interface ReceiptViewProps {
  readonly text: Text;
  readonly receipt: Receipt;
  readonly isNew: boolean;
}

function ReceiptView({ text, receipt, isNew }: ReceiptViewProps) {
  const content = describeReceipt(text, receipt);
  const payment = receipt.kind === 'payment' ? receipt.payment : null;
  const save = useAction(() => savePicture(text, content));
  return (
    <>
      <Slip text={text} content={content} payment={payment} isNew={isNew} />
      <div class="flex flex-wrap items-center gap-3 print:hidden">
        <Button look="plain" busy={save.busy} onClick={() => save.run()}>
          <DownloadIcon class="size-4" />
          {text.picture}
        </Button>
        <Button look="plain" onClick={() => window.print()}>
          <PrintIcon class="size-4" />
          {text.print}
        </Button>
        <CopyButton look="quiet" value={content.id} label={text.copyNumber} />
      </div>
      <ErrorNotice error={save.error} />
      <CheckThis
        text={text.money}
        name={content.id}
        listShown={async () => (await import('./list-shown.ts')).listShown(receipt)}
      />
      {payment && <AskDeveloper text={text} payment={payment} />}
      <p class="print:hidden">
        <ButtonLink href={PAGE_PATHS.money}>{text.back}</ButtonLink>
      </p>
    </>
  );
}

/** Serves `/receipts/:id` and `/payments/:id`. */
export function Page({ text, path, params, query }: PageProps<Text>) {
  const id = params['id'] ?? '';
  const at = query.get('at');
  const isPayment = path.startsWith(`${PAGE_PATHS.payments}/`);
  const receipt = useLoad(`${path} ${at}`, (signal) => readReceipt({ id, isPayment, at }, signal));
  const shown = receipt.state === 'ready' ? receipt.value : null;
  const sentTo = query.has('sent') && shown?.kind === 'send' && shown.send.fees ? shown.send.to : null;
  useEffect(() => {
    if (sentTo === null) return;
    const handle = (signedInHint.value ?? sentTo).replace(/@pid$/u, '');
    void playCreature({ kind: 'confirmed', handle, said: text.sentTitle });
  }, [sentTo]);
  if (receipt.state === 'ready' && receipt.value === null)
    return (
      <Scene
        handle="no_receipt"
        title={text.goneTitle}
        actions={<ButtonLink href={PAGE_PATHS.money}>{text.back}</ButtonLink>}
      >
        {text.goneBody}
      </Scene>
    );
  return (
    <div class="grid max-w-xl grid-cols-1 gap-6">
      <PageTitle {...(sentTo === null ? {} : { lead: text.sentLead(sentTo) })}>
        {query.has('sent') ? text.sentTitle : text.title}
      </PageTitle>
      <WhenLoaded loaded={receipt} waiting={10}>
        {(value) => value && <ReceiptView text={text} receipt={value} isNew={sentTo !== null} />}
      </WhenLoaded>
    </div>
  );
}
