import { useMemo, useState } from 'preact/hooks';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { FindForm } from './find-form.tsx';
import type { Found } from './find-form.tsx';
import { readSeal } from './page-seal.ts';
import { TakeOut } from './take-out.tsx';
import type { Text } from './text.en.ts';

export function ExitPage({ text }: { text: Text }) {
  const seal = useMemo(readSeal, []);
  const [found, setFound] = useState<Found | null>(null);
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle lead={text.lead}>{text.title}</PageTitle>
      {found ? (
        <TakeOut text={text} found={found} onAgain={() => setFound(null)} />
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
