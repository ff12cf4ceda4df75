import { useMemo, useState } from 'preact/hooks';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { Notice } from '../kit/controls/notice.tsx';
import { PageTitle } from '../kit/controls/page-title.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { ClaimWallet } from './claim-wallet.tsx';
import { CloseClaim } from './close-claim.tsx';
import { FindForm } from './find-form.tsx';
import { NoPasskeys, ProblemNotice } from './problem-notice.tsx';
import type { Found } from './find-form.tsx';
import { readSeal } from './page-seal.ts';
import { TakeOut } from './take-out.tsx';
import type { Text } from './text.en.ts';

interface FoundWalletProps {
  readonly text: Text;
  readonly found: Found;
  readonly onFound: (found: Found | null) => void;
}

const loadRecovery = () => import('./recovery/recover.tsx');
type LoadedRecovery = Awaited<ReturnType<typeof loadRecovery>>;

function FoundWallet({ text, found, onFound }: FoundWalletProps) {
  const { rpc, vault } = found;
  const [closing, setClosing] = useState(false);
  const [recovery, setRecovery] = useState<LoadedRecovery | null>(null);
  const lookUp = async () => {
    onFound(await found.lookUp());
    setClosing(false);
  };
  const restart = () => onFound(null);
  if (vault.account === null)
    return <ClaimWallet text={text} found={{ ...found, vault }} onChanged={lookUp} onAgain={restart} />;
  if (recovery)
    return (
      <recovery.Recover
        text={text}
        found={{ ...found, vault }}
        onBack={() => setRecovery(null)}
        onChanged={lookUp}
      />
    );
  const { claim } = vault;
  const left = claim !== null && (
    <CloseClaim
      text={text}
      rpc={rpc}
      vault={vault}
      claim={claim}
      open={closing}
      onOpen={setClosing}
      onClosed={lookUp}
    />
  );
  return (
    <>
      {!closing &&
        (vault.passkeysSign ? (
          <TakeOut text={text} rpc={rpc} vault={vault} onAgain={restart} />
        ) : (
          <Card
            title={text.take.title}
            action={
              <Button small look="quiet" onClick={restart}>
                {text.take.other}
              </Button>
            }
          >
            <NoPasskeys text={text} />
          </Card>
        ))}
      {left}
      {!closing && <OpenRecovery text={text} onLoaded={setRecovery} />}
    </>
  );
}

/** Loaded on use, because few players need it. The offline file contains it. */
function OpenRecovery({ text, onLoaded }: { text: Text; onLoaded: (loaded: LoadedRecovery) => void }) {
  const open = useAction(async () => onLoaded(await loadRecovery()));
  return (
    <Card title={text.recovery.title}>
      <div class="grid grid-cols-1 gap-4">
        <p class="-mt-2 text-sm text-muted">{text.recovery.body}</p>
        <ProblemNotice text={text} error={open.error} />
        <p>
          <Button look="plain" busy={open.busy} onClick={() => open.run()}>
            {text.recovery.open}
          </Button>
        </p>
      </div>
    </Card>
  );
}

export function ExitPage({ text }: { text: Text }) {
  const seal = useMemo(readSeal, []);
  const [found, setFound] = useState<Found | null>(null);
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {found ? (
        <FoundWallet text={text} found={found} onFound={setFound} />
      ) : (
        <>
          <Notice>
            <p>{text.needs}</p>
            {seal.offline ? (
              <p>{text.saved}</p>
            ) : (
              <p>
                {text.save}{' '}
                <a class="text-link" href="/exit/offline.html" download="pid-exit.html">
                  {text.saveLink}
                </a>
              </p>
            )}
          </Notice>
          <FindForm text={text} seal={seal} onFound={setFound} />
        </>
      )}
    </div>
  );
}
