import { useState } from 'preact/hooks';
import { deviceStorage } from '../kit/platform/storage.ts';
import { Button } from '../kit/controls/button.tsx';
import { Card } from '../kit/controls/card.tsx';
import { Form } from '../kit/controls/form.tsx';
import { TextField } from '../kit/controls/inputs.tsx';
import { Notice } from '../kit/controls/notice.tsx';
import { useAction } from '../kit/controls/use-action.ts';
import { ExitProblem } from './exit-problem.ts';
import type { PageSeal } from './page-seal.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { readVault } from './read-vault.ts';
import type { Dormant, Vault, VaultWish } from './read-vault.ts';
import { openRpc } from './rpc.ts';
import type { Rpc } from './rpc.ts';
import type { Text } from './text.en.ts';

/**
 * Stores RPC servers that were typed here and responded. The key that an older version used may contain
 * servers from a link.
 */
const RPC_KEY = 'pid:exit:typed-rpc';
export const PLAIN = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

export interface Found {
  readonly rpc: Rpc;
  readonly pid: string;
  readonly vault: Vault | Dormant;
  /** Reads the vault again after a change. */
  lookUp(): Promise<Found>;
}

async function findVault(rpc: Rpc, wish: VaultWish): Promise<Found> {
  const vault = await readVault(rpc, wish, { host: location.hostname, origin: location.origin });
  return { rpc, pid: wish.pid, vault, lookUp: () => findVault(rpc, wish) };
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

/** Shows the program and the chain of this page, to compare but not to change. */
function SealedBy({ text, seal }: { text: Text; seal: PageSeal }) {
  return (
    <dl class="grid grid-cols-1 gap-3 rounded-md bg-sunken p-4 text-sm">
      <div>
        <dt class="font-semibold">{text.find.program}</dt>
        <dd class="font-mono text-xs break-all" data-program>
          {seal.program}
        </dd>
      </div>
      <div>
        <dt class="font-semibold">{text.find.genesis}</dt>
        <dd class="font-mono text-xs break-all" data-genesis>
          {seal.genesisHash ?? text.find.genesisUnknown}
        </dd>
      </div>
    </dl>
  );
}

interface FindFormProps {
  readonly text: Text;
  readonly seal: PageSeal;
  readonly onFound: (found: Found) => void;
}

/**
 * Takes nothing from the page's address: the sender of a link must not choose which server or program a
 * player trusts.
 */
export function FindForm({ text, seal, onFound }: FindFormProps) {
  const [pid, setPid] = useState(deviceStorage.get('pid:signed-in-as') ?? '');
  const [url, setUrl] = useState(deviceStorage.get(RPC_KEY) ?? '');
  const [typedProgram, setTypedProgram] = useState('');
  const find = useAction(async () => {
    const address = readUrl(url);
    const rpc = openRpc(address);
    const program = seal.program ?? typedProgram.trim();
    const found = await findVault(rpc, { pid: pid.trim().toLowerCase(), program, seal });
    deviceStorage.set(RPC_KEY, address);
    onFound(found);
  });
  return (
    <Card title={text.find.title}>
      <Form class="grid grid-cols-1 gap-4" noValidate onSubmit={find.run}>
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
        {seal.program === null ? (
          <>
            <Notice tone="warn">{text.find.unsealed}</Notice>
            <TextField
              label={text.find.program}
              hint={text.find.programHint}
              value={typedProgram}
              onInput={setTypedProgram}
              input={PLAIN}
            />
          </>
        ) : (
          <SealedBy text={text} seal={seal} />
        )}
        <ProblemNotice text={text} error={find.error} />
        <p>
          <Button type="submit" busy={find.busy}>
            {text.find.submit}
          </Button>
        </p>
      </Form>
    </Card>
  );
}
