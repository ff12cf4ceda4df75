import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlPage } from '../platform/http/index.ts';
import { policyFor } from './shell.ts';

/**
 * The exit page, online and as a single file to keep. Program id and genesis hash are written into the HTML;
 * the pages read them from nowhere else.
 */
export interface ExitPages {
  /** Works even before the chain is first reached; until then the genesis hash is empty. */
  page(): Promise<HtmlPage>;
  /** Null before the chain was first reached, because a kept file must name its chain. */
  offline(): Promise<HtmlPage | null>;
  /** SHA-256 of the offline file, in hexadecimal. */
  offlineSha256(genesisHash: string): string;
}

/** The chain that the pages are built for. */
interface ExitChain {
  readonly programId: string;
  /** Null if the chain was never reached. Does not query the chain. */
  knownGenesisHash(): Promise<string | null>;
}

/** The page connects to any RPC server that the player enters, but never to our API. */
const connections = 'connect-src https: http://localhost:* http://127.0.0.1:*';

/**
 * Reads the pages from `folder`, the output of the web build. The mark of the service's mode is part of the file to
 * keep, and of its hash.
 */
export async function openExitPages(
  folder: string,
  chain: ExitChain,
  markPage: (page: HtmlPage) => HtmlPage,
): Promise<ExitPages> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const [page, built] = [await read('exit.html'), await read('exit-offline.html')];
  const { html: offline } = markPage({ html: built, policy: '' });
  const seal = (html: string, genesisHash: string | null) =>
    html
      .replace('name="pid-program" content=""', `name="pid-program" content="${chain.programId}"`)
      .replace('name="pid-genesis" content=""', `name="pid-genesis" content="${genesisHash ?? ''}"`);
  const exitPolicy = policyFor(page).replace("connect-src 'self'", connections);
  // A document cannot forbid framing by itself, so the header does.
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

/** Returns the policy that the build wrote into the file, with the hashes of its scripts and styles. */
function ownPolicy(html: string): string {
  const found = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  if (found === undefined) throw new Error('exit-offline.html has no policy: build the pages again');
  return found;
}
