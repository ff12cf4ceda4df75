import { useState } from 'preact/hooks';
import { deviceStorage } from '../platform/storage.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/inputs.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useAction } from '../ui/use-action.ts';
import { ExitProblem } from './exit-problem.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { readVault } from './read-vault.ts';
import type { Vault } from './read-vault.ts';
import { openRpc } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import { TakeOut } from './take-out.tsx';
import type { Text } from './text.en.ts';

const RPC_KEY = 'pid:exit:rpc';
const PLAIN = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

export interface Found {
  readonly rpc: Rpc;
  readonly vault: Vault;
}

/** Written in by the service; empty in a copy that somebody else serves. */
function knownProgram(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=pid-program]')?.content ?? '';
}

function readUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new ExitProblem('badUrl');
  }
  const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw new ExitProblem('badUrl');
  return url.href;
}

function FindForm({ text, onFound }: { text: Text; onFound: (found: Found) => void }) {
  const query = new URLSearchParams(location.search);
  const [pid, setPid] = useState(query.get('pid') ?? deviceStorage.get('pid:signed-in-as') ?? '');
  const [url, setUrl] = useState(query.get('rpc') ?? deviceStorage.get(RPC_KEY) ?? '');
  const [program, setProgram] = useState(query.get('program') ?? knownProgram());
  const find = useAction(async () => {
    const address = readUrl(url);
    const rpc = openRpc(address);
    const place = { host: location.hostname, origin: location.origin };
    const vault = await readVault(rpc, { pid: pid.trim().toLowerCase(), program: program.trim() }, place);
    deviceStorage.set(RPC_KEY, address);
    onFound({ rpc, vault });
  });
  return (
    <Card title={text.find.title}>
      <form
        class="grid grid-cols-1 gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void find.run();
        }}
      >
        <TextField
          label={text.find.pid}
          hint={text.find.pidHint}
          value={pid}
          onInput={setPid}
          input={PLAIN}
        />
        <TextField
          label={text.find.rpc}
          hint={text.find.rpcHint}
          value={url}
          onInput={setUrl}
          input={{ ...PLAIN, inputMode: 'url', placeholder: 'https://' }}
        />
        <TextField
          label={text.find.advanced}
          hint={text.find.programHint}
          value={program}
          onInput={setProgram}
          input={PLAIN}
        />
        <ProblemNotice text={text} error={find.error} />
        <p>
          <Button type="submit" busy={find.busy}>
            {text.find.submit}
          </Button>
        </p>
      </form>
    </Card>
  );
}

export function ExitPage({ text }: { text: Text }) {
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
            <p>{text.save}</p>
          </Notice>
          <FindForm text={text} onFound={setFound} />
        </>
      )}
    </div>
  );
}
