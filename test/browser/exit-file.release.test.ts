// The saved exit page where passkeys cannot sign: opened as a file, and under an address other than the
// service's.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  accountIdFromPid,
  addressBytes,
  decodeAccount,
  findAccountAddress,
  toAddress,
  toHex,
} from '../../packages/protocol/src/index.ts';
import { sheetKey, sheetWords } from '../../packages/protocol/src/sheet.ts';
import type { ChainClient } from '../../packages/server/src/platform/chain/client/index.ts';
import { chainOf, newAccount, type WalletOwner } from '../../packages/server/test/account-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { guardedBySheet, setPolicy } from '../../packages/server/test/recovery-helper.ts';
import { createSoftPasskey } from '../../packages/server/test/soft-passkey.ts';
import { askFor, newPayer, serveChain } from './support/exit-world.ts';
import type { Payer } from './support/exit-world.ts';
import { journeys } from './support/journey.ts';

const DAY_SECONDS = 86_400;

interface Scene {
  readonly owner: WalletOwner;
  readonly words: string;
  readonly chain: ChainClient;
  readonly program: string;
  readonly rpc: string;
  readonly payer: Payer;
  readonly saved: string;
  readonly file: string;
}

journeys('the saved exit page where passkeys cannot sign', {}, (world) => {
  let scene: Scene | null = null;
  const current = () => {
    if (!scene) throw new Error('The wallet has a sheet before the first test');
    return scene;
  };

  beforeAll(async () => {
    const { service } = world;
    const owner = await newAccount(service);
    const { programId: program, genesisHash } = await owner.client.call('getChain');
    const words = sheetWords(randomBytes(16));
    const sheet = sheetKey(words, {
      genesisHash: addressBytes(toAddress(genesisHash)),
      accountId: accountIdFromPid(owner.pid),
    });
    const set = await setPolicy(owner, [guardedBySheet(sheet)], { delaySeconds: DAY_SECONDS });
    expect(set.status).toBe(200);
    const payer = newPayer();
    await service.client().post('/v1/dev/airdrop', { address: payer.address, lamports: '1000000000' });
    const [chain, rpc] = [await chainOf(service), await serveChain(service)];
    const saved = await (await fetch(`${service.baseUrl}/exit/offline.html`)).text();
    const folder = mkdtempSync(path.join(tmpdir(), 'pid-exit-'));
    onFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'pid-exit.html');
    writeFileSync(file, saved);
    scene = { owner, words, chain, program, rpc, payer, saved, file: pathToFileURL(file).href };
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function open(page: Page, address: string): Promise<void> {
    await page.goto('about:blank');
    await page.clock.setFixedTime(world.service.clock.nowMillis());
    await page.goto(address);
    await askFor(page, current().owner.pid, current().rpc);
  }

  async function send(page: Page, heading: string): Promise<void> {
    await page.getByLabel('Secret key').fill(current().payer.secret);
    await press(page, 'Pay with this key');
    await press(page, 'Send');
    await page.getByRole('heading', { name: heading }).waitFor();
  }

  async function authority(): Promise<string> {
    const { chain, program, owner } = current();
    const { address } = findAccountAddress(toAddress(program), accountIdFromPid(owner.pid));
    const { account } = await chain.account(address);
    return toHex(decodeAccount(account!.data)!.authority);
  }

  const fromFile = 'a page opened as a file has none';

  test('opened as a file, it explains in every step why passkeys cannot sign', async () => {
    const { page } = await world.device();
    await open(page, current().file);
    await page.getByText('Passkeys do not work on this page.').waitFor();
    await page.getByText(fromFile).waitFor();
    expect(await page.getByLabel('To which wallet').count()).toBe(0);
    await press(page, 'Open recovery');
    for (const step of ['I lost my passkey', 'Change guardians', 'Remove guardians']) {
      await press(page, step);
      await page.getByText(fromFile).waitFor();
      expect(await page.getByLabel('Secret key').count()).toBe(0);
      await press(page, 'Back');
    }
  });

  test('explains it in Indonesian too', async () => {
    const { page } = await world.device({ locale: 'id-ID' });
    await page.goto(current().file);
    await page.getByLabel('Nama pemainmu').fill(current().owner.pid);
    await page.getByLabel('Server RPC').fill(current().rpc);
    await press(page, 'Cari');
    await page.getByText('Passkey tidak berfungsi di halaman ini.').waitFor();
    await page.getByText('halaman yang dibuka sebagai file tidak punya alamat').waitFor();
  });

  test('opened as a file, it approves with the sheet and finishes the recovery', async () => {
    const { words, file } = current();
    const key = toHex(createSoftPasskey({ origin: world.service.baseUrl }).publicKey);
    const { page } = await world.device();
    await open(page, file);
    await press(page, 'Open recovery');
    await press(page, 'Approve as a guardian');
    await page.getByLabel('Key of the new passkey').fill(key);
    await page.getByLabel('The twelve words of the sheet').fill(words);
    await send(page, 'Recorded on the blockchain');
    world.service.clock.advanceSeconds(DAY_SECONDS + 60);
    await open(page, file);
    await press(page, 'Open recovery');
    await press(page, 'Finish the recovery');
    await send(page, 'The wallet is yours again');
    expect(await authority()).toBe(key);
  });

  test('under another address, it does the same and names that address as the reason', async () => {
    const { words, saved } = current();
    const server = createServer((_, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(saved),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onFileEnd(() => server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const key = toHex(createSoftPasskey({ origin: world.service.baseUrl }).publicKey);
    const { page } = await world.device();
    await open(page, address);
    await page.getByText('belong to another address').waitFor();
    await press(page, 'Open recovery');
    await press(page, 'Approve as a guardian');
    await page.getByLabel('Key of the new passkey').fill(key);
    await page.getByLabel('The twelve words of the sheet').fill(words);
    await send(page, 'Recorded on the blockchain');
    world.service.clock.advanceSeconds(DAY_SECONDS + 60);
    await open(page, address);
    await press(page, 'Open recovery');
    await page.getByRole('heading', { name: 'A recovery is under way' }).waitFor();
    await press(page, 'Stop it with the current passkey');
    await page.getByText('belong to another address').waitFor();
    await press(page, 'Back');
    await press(page, 'Finish the recovery');
    await send(page, 'The wallet is yours again');
    expect(await authority()).toBe(key);
  });
});
