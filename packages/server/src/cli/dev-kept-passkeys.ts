import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DevPasskey, type KeptPasskey } from '../sandbox/index.ts';
import { CommandError } from './command.ts';
import type { DevBrowser } from './dev-browser.ts';

export const keptPasskeysFile = 'test-passkeys.json';

async function readKept(dataDir: string): Promise<Record<string, KeptPasskey>> {
  const text = await readFile(path.join(dataDir, keptPasskeysFile), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, KeptPasskey>;
}

/** Returns the passkey that an earlier command created for this player, or null. */
export async function findPasskey(dataDir: string, origin: string, pid: string): Promise<DevPasskey | null> {
  const kept = (await readKept(dataDir))[`${origin} ${pid}`];
  return kept ? new DevPasskey(origin, kept) : null;
}

async function keepPasskey(dataDir: string, origin: string, pid: string, passkey: DevPasskey): Promise<void> {
  const file = path.join(dataDir, keptPasskeysFile);
  const all = { ...(await readKept(dataDir)), [`${origin} ${pid}`]: passkey.kept };
  await writeFile(`${file}.new`, JSON.stringify(all, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Returns the stored passkey if the player still has it, or registers a new one, which counts immediately
 * because of the recent sign-in.
 */
export async function givePasskey(browser: DevBrowser, dataDir: string, pid: string): Promise<DevPasskey> {
  const registered = await browser.call('listPasskeys');
  const kept = await findPasskey(dataDir, browser.service, pid);
  if (kept && registered.some(({ credentialId }) => credentialId === kept.credentialId)) return kept;
  const passkey = new DevPasskey(browser.service);
  const options = await browser.call('passkeyCreationOptions');
  const { status } = await browser.call('registerPasskey', {
    response: passkey.register(options),
    name: 'Test passkey',
  });
  if (status !== 'active')
    throw new CommandError(
      `${pid} has a passkey that is not in ${dataDir}; only that passkey can approve another one.`,
    );
  await keepPasskey(dataDir, browser.service, pid, passkey);
  return passkey;
}
