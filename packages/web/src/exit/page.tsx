import { useMemo, useState } from 'preact/hooks';
import { Notice } from '../kit/controls/notice.tsx';
import { PageTitle } from '../kit/controls/page-title.tsx';
import { ClaimWallet } from './claim-wallet.tsx';
import { CloseClaim } from './close-claim.tsx';
import { FindForm } from './find-form.tsx';
import type { Found } from './find-form.tsx';
import { readSeal } from './page-seal.ts';
import { TakeOut } from './take-out.tsx';
import type { Text } from './text.en.ts';

interface FoundWalletProps {
  readonly text: Text;
  readonly found: Found;
  readonly onFound: (found: Found | null) => void;
}

function FoundWallet({ text, found, onFound }: FoundWalletProps) {
  const { rpc, vault } = found;
  const [closing, setClosing] = useState(false);
  const lookUp = async () => {
    onFound(await found.lookUp());
    setClosing(false);
  };
  const restart = () => onFound(null);
  if (vault.account === null)
    return <ClaimWallet text={text} found={{ ...found, vault }} onChanged={lookUp} onAgain={restart} />;
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
      {!closing && <TakeOut text={text} rpc={rpc} vault={vault} onAgain={restart} />}
      {left}
    </>
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
