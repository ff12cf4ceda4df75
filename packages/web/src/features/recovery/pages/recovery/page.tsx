import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Notice } from '../../../../kit/controls/notice.tsx';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { ReturnNotice, waitingPlace } from '../../../../kit/passkeys/return-notice.tsx';
import { later, useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import { createPasskey } from '../../../../kit/passkeys/ceremony.ts';
import { Card } from '../../../../kit/controls/card.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { readOwnerState } from '../../../security/parts/notices/owner-state.ts';
import { rememberBegun } from '../../parts/begun-here.ts';
import { Guarded } from './guarded.tsx';
import { AfterThief } from './after-thief.tsx';
import { keptStopped, type Stopped } from '../../parts/stopped.ts';
import { isPaperOnly, type PartProps } from './shapes.ts';
import type { Text } from './text.en.ts';

/** Only for players whose recovery is running. The page waits for it. */
const Running = later(8, async () => (await import('./running.tsx')).Running);
const SetUp = later(8, async () => (await import('./set-up.tsx')).SetUp);

/**
 * For players who signed in through a provider and have lost all passkeys. It says first what cannot be
 * recovered.
 */
function Start({ text, recovery, onChanged }: PartProps) {
  const start = useAction(async () => {
    const response = await createPasskey(await api.call('passkeyCreationOptions'));
    rememberBegun((await api.call('startRecovery', { response })).id);
    showToast(text.started);
    await readOwnerState();
    onChanged();
  });
  const isLost = recovery.mode === 'database' && recovery.activated;
  return (
    <Card title={text.startTitle}>
      <div class="grid gap-4">
        <p>
          {recovery.mode === 'database'
            ? text.startDatabase
            : isPaperOnly(recovery)
              ? text.startPaper
              : text.startChain}
        </p>
        {isLost && <Notice tone="warn">{text.startLost}</Notice>}
        <ErrorNotice error={start.error} />
        <p>
          <Button look="plain" busy={start.busy} onClick={() => start.run()}>
            {text.start}
          </Button>
        </p>
      </div>
    </Card>
  );
}

export function Page({ text, query }: PageProps<Text>) {
  const place = waitingPlace(query);
  const loaded = useLoad('recovery', async (signal) => {
    const [identity, recovery] = await Promise.all([
      api.call('getIdentity', {}, { signal }),
      api.call('getRecovery', {}, { signal }),
    ]);
    if (recovery.pending.length > 0) await Running.preload();
    return { pid: identity.pid, recovery };
  });
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {place && <ReturnNotice place={place} />}
      <WhenLoaded loaded={loaded} waiting={6}>
        {(value) => <View text={text} {...value} onChanged={loaded.reload} />}
      </WhenLoaded>
    </div>
  );
}

/** A running recovery comes first, because frightened players look for it here. */
function View(props: PartProps) {
  const { text, pid, recovery } = props;
  const [isSettingUp, setSettingUp] = useState(false);
  const [stopped, setStopped] = useState(() => keptStopped.read(pid));
  const { policy, pending } = recovery;
  const noteStopped = (now: Stopped): void => {
    keptStopped.keep(pid, now);
    setStopped(now);
  };
  const forgetStopped = (): void => {
    keptStopped.forget(pid);
    setStopped(null);
  };
  const changed = (): void => {
    setSettingUp(false);
    forgetStopped();
    props.onChanged();
  };
  const canSetUp = recovery.activated && pending.length === 0;
  return (
    <>
      {stopped && !isSettingUp && <AfterThief text={text} stopped={stopped} onDone={forgetStopped} />}
      {pending.map((attempt) => (
        <Running key={attempt.id} {...props} attempt={attempt} onStopped={noteStopped} />
      ))}
      {pending.length === 0 && !isSettingUp && !stopped && <Safety {...props} />}
      {policy && pending.length === 0 && !isSettingUp && !stopped && <Start {...props} />}
      {policy && !isSettingUp && <Guarded {...props} policy={policy} />}
      {isSettingUp && <SetUp {...props} onChanged={changed} />}
      {canSetUp && !isSettingUp && (
        <p>
          <Button
            look={policy?.reachable && !stopped?.kinds.length ? 'plain' : 'sun'}
            onClick={() => setSettingUp(true)}
          >
            {policy ? text.change : text.setUp}
          </Button>
        </p>
      )}
      {!policy && pending.length === 0 && !isSettingUp && !stopped && <Start {...props} />}
      <p>
        <a class="text-link" href={PAGE_PATHS.guardians}>
          {text.guardianLink}
        </a>
      </p>
    </>
  );
}

function Safety({ text, recovery }: PartProps) {
  if (recovery.policy && !recovery.policy.reachable)
    return (
      <Notice tone="warn" title={text.unreachableTitle}>
        {text.unreachable}
      </Notice>
    );
  if (recovery.policy)
    return (
      <Notice tone="good" title={text.safeTitle}>
        {isPaperOnly(recovery) ? text.safePaper : text.safe}
      </Notice>
    );
  if (!recovery.activated) return <Notice title={text.noWalletTitle}>{text.noWallet}</Notice>;
  return (
    <Notice tone="warn" title={text.riskTitle}>
      {text.risk}
    </Notice>
  );
}
