import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { policyFor } from './shell.ts';

interface ExitPage {
  readonly html: string;
  readonly policy: string;
}

/** The way out, as a page and as one file to keep. What is written into them is final: the pages take it from nowhere else. */
export interface ExitPages {
  /** Also before the chain was ever seen, with the hash of its genesis left out. */
  page(): Promise<ExitPage>;
  /** Null before the chain was ever seen: what people keep must know its chain. */
  offline(): Promise<ExitPage | null>;
  /** Of the file to keep, in hexadecimal. */
  offlineSha256(genesisHash: string): string;
}

/** The chain that the pages are written for. */
interface ExitChain {
  readonly programId: string;
  /** Null while none was ever seen. Asks no chain. */
  knownGenesisHash(): Promise<string | null>;
}

/** The page talks to whatever RPC server its reader names, and to nothing of ours. */
const connections = 'connect-src https: http://localhost:* http://127.0.0.1:*';

/** `folder` is what the web build wrote. */
export async function openExitPages(folder: string, chain: ExitChain): Promise<ExitPages> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const [page, offline] = [await read('exit.html'), await read('exit-offline.html')];
  const seal = (html: string, genesisHash: string | null) =>
    html
      .replace('name="pid-program" content=""', `name="pid-program" content="${chain.programId}"`)
      .replace('name="pid-genesis" content=""', `name="pid-genesis" content="${genesisHash ?? ''}"`);
  const exitPolicy = policyFor(page).replace("connect-src 'self'", connections);
  // A header can forbid frames, which a document cannot forbid by itself.
  const offlinePolicy = `${ownPolicy(offline)}; frame-ancestors 'none'`;
  const hashes = new Map<string, string>();
  return {
    page: async () => ({ html: seal(page, await chain.knownGenesisHash()), policy: exitPolicy }),
    async offline() {
      const genesisHash = await chain.knownGenesisHash();
      return genesisHash === null ? null : { html: seal(offline, genesisHash), policy: offlinePolicy };
    },
    offlineSha256(genesisHash) {
      const known = hashes.get(genesisHash);
      if (known !== undefined) return known;
      const hash = createHash('sha256').update(seal(offline, genesisHash)).digest('hex');
      hashes.set(genesisHash, hash);
      return hash;
    },
  };
}

/** The policy that the build wrote into the file: the hashes of just its scripts and styles. */
function ownPolicy(html: string): string {
  const found = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  if (found === undefined) throw new Error('exit-offline.html has no policy: build the pages again');
  return found;
}
