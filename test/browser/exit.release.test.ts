import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  CLAIM_BYTES,
  CLAIM_WAIT_SECONDS,
  ED25519_PROGRAM,
  SECP256R1_PROGRAM,
  SYSTEM_PROGRAM,
  findTokenAccountAddress,
  rentExemptLamports,
  toAddress,
} from '../../packages/protocol/src/index.ts';
import type { ChainClient } from '../../packages/server/src/platform/chain/client/index.ts';
import {
  balanceOf,
  chainOf,
  giveTokens,
  giveTokensApart,
} from '../../packages/server/test/account-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import type { Lamports } from '../../packages/server/test/solana-kit.ts';
import {
  activatedDevice,
  askFor,
  chooseFile,
  cutOff,
  findWallet,
  installWallet,
  newPayer,
  serveChain,
  unactivatedDevice,
} from './support/exit-world.ts';
import type { WalletDevice, Payer } from './support/exit-world.ts';
import { journeys, patience } from './support/journey.ts';

interface Leaving extends WalletDevice {
  readonly chain: ChainClient;
  readonly rpc: string;
  readonly payer: Payer;
  /** API requests of the browser after it was cut off. */
  readonly asked: readonly string[];
}

journeys('the exit page without the service', {}, (world) => {
  let leaving: Leaving | null = null;
  let claimed: WalletDevice | null = null;
  const current = () => {
    if (!leaving) throw new Error('The wallet is activated before the first test');
    return leaving;
  };

  beforeAll(async () => {
    const activated = await activatedDevice(world);
    const payer = newPayer();
    const funding = { address: payer.address, lamports: '1000000000' };
    expect((await world.service.client().post('/v1/dev/airdrop', funding)).status).toBe(200);
    await installWallet(activated.device.context, payer);
    const asked = await cutOff(activated.device.page);
    const [chain, rpc] = [await chainOf(world.service), await serveChain(world.service)];
    leaving = { ...activated, chain, rpc, payer, asked };
  });

  async function signAndSend(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
  }

  test('withdraws some SOL, paid with a pasted key, without any API request', async () => {
    const { device, pid, vault, rpc, payer, chain, asked } = current();
    const { page } = device;
    const home = newPayer().address;
    await findWallet(page, 'nobody_here@pid', rpc);
    await page.getByText('This wallet was never activated').waitFor();
    await findWallet(page, pid, 'http://127.0.0.1:9');
    await page.getByText('The RPC server did not respond').waitFor();
    await findWallet(page, pid, rpc);
    await page.getByLabel('Everything that is left').uncheck();
    await page.getByLabel('How much').fill('0.5');
    await page.getByLabel('To which wallet').fill(home);
    await page.getByLabel('Secret key').fill('not a key');
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await page.getByText('That is not a secret key').waitFor();
    await page.getByLabel('Secret key').fill(payer.secret);
    const before = await balanceOf(chain, toAddress(vault));
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await signAndSend(page);
    expect(await page.locator('[data-signature]').innerText()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    expect(await balanceOf(chain, toAddress(home))).toBe(500_000_000n);
    expect(await balanceOf(chain, toAddress(vault))).toBe(before - 500_000_000n);
    expect(asked).toEqual([]);
  });

  test('withdraws tokens, paid with a browser wallet, and recognizes a passkey that does not guard the wallet', async () => {
    const { device, pid, vault, rpc, payer, chain, asked } = current();
    const { page } = device;
    const home = newPayer().address;
    const mint = await giveTokens(world.service, chain, toAddress(vault), 7_000_000n);

    const { page: strange, ...stranger } = await world.device();
    await world.player({ page: strange, ...stranger });
    await strange.goto('/security');
    await strange.getByRole('button', { name: 'Add a passkey' }).click();
    await strange.getByText('This is your only passkey').waitFor();
    await findWallet(strange, pid, rpc);
    await strange.getByLabel('To which wallet').fill(home);
    await strange.getByLabel('Secret key').fill(payer.secret);
    await strange.getByRole('button', { name: 'Pay with this key' }).click();
    await strange.getByRole('button', { name: 'Sign and send' }).click();
    await strange.getByText('That passkey does not guard this wallet').waitFor();

    await findWallet(page, pid, rpc);
    await page.getByLabel('What to take out').selectOption({ index: 1 });
    await page.getByLabel('To which wallet').fill(home);
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByText('Creates the receiver’s account').waitFor();
    await signAndSend(page);
    const token = findTokenAccountAddress(toAddress(home), mint).address;
    await expect
      .poll(async () => {
        const { account } = await chain.account(token);
        return account && new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(64, true);
      }, patience)
      .toBe(7_000_000n);
    expect(asked).toEqual([]);
  });

  test('withdraws tokens from all token accounts of the vault, including one that a stranger created', async () => {
    const { device, pid, vault, rpc, payer, chain } = current();
    const { page } = device;
    const home = newPayer().address;
    const mint = await giveTokensApart(world.service, chain, toAddress(vault), 3_000_000n);
    await findWallet(page, pid, rpc);
    await page.getByText('Looking for tokens').waitFor({ state: 'detached' });
    await page.getByLabel('What to take out').selectOption({ index: 1 });
    await page.getByLabel('To which wallet').fill(home);
    await page.getByLabel('Secret key').fill(payer.secret);
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await signAndSend(page);
    const { account } = await chain.account(findTokenAccountAddress(toAddress(home), mint).address);
    const { buffer, byteOffset } = account!.data;
    expect(new DataView(buffer, byteOffset).getBigUint64(64, true)).toBe(3_000_000n);
  });

  test('opens a claim for a wallet that was never activated with the saved certificate, without a signature for the program', async () => {
    const { rpc, payer, chain } = current();
    const kept = await unactivatedDevice(world, { staysOpen: true });
    const { page, context } = kept.device;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the certificate' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`pid-certificate-${kept.pid.replace('@', '-')}.json`);
    const asked = await cutOff(page);
    // As on another device: only the file is available.
    await context.addInitScript(() => localStorage.clear());
    await findWallet(page, kept.pid, rpc);
    await page.getByRole('heading', { name: 'This wallet was never activated' }).waitFor();
    await page.getByLabel('Secret key').fill(payer.secret);
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await page.getByText('Choose your certificate first').waitFor();
    const content = await readFile(await saved.path(), 'utf8');
    await chooseFile(page, content.replace(/"issuedAt": \d+/u, '"issuedAt": 1700000000'));
    await page.getByText('The registrar did not sign this certificate').waitFor();
    await chooseFile(page, content);
    await page.getByLabel('For which passkey').waitFor();
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    const raw = JSON.parse((await page.locator('[data-raw]').textContent()) ?? '');
    expect(raw.instructions.map(({ program }: { program: string }) => program)).toEqual([
      SYSTEM_PROGRAM,
      ED25519_PROGRAM,
      SECP256R1_PROGRAM,
      expect.any(String),
    ]);
    expect(JSON.stringify(raw.instructions.slice(1))).not.toContain(payer.address);
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page.getByRole('heading', { name: 'The claim is open' }).waitFor();
    await page.getByRole('button', { name: 'See the claim' }).click();
    await page.getByRole('heading', { name: 'A claim is open' }).waitFor();
    await page.getByText('Can be finished from').waitFor();
    expect(await page.getByLabel('Secret key').count()).toBe(0);
    expect(await balanceOf(chain, toAddress(kept.vault))).toBe(2_000_000_000n);
    expect(asked).toEqual([]);
    claimed = kept;
  });

  test('only the exit pages may connect to other hosts, and they contain the program and the chain', async () => {
    const load = (path: string) =>
      fetch(world.service.baseUrl + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const policyOf = async (path: string) => (await load(path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/exit', '/exit.html', '/exit/offline.html']) {
      expect(await policyOf(path)).toContain('connect-src https: http://localhost:* http://127.0.0.1:*;');
      expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    }
    for (const path of ['/', '/wallet', '/index.html', '/exit-offline.html', '/no/such/page'])
      expect(await policyOf(path)).toContain("connect-src 'self';");
    const { programId, genesisHash } = (await world.service.client().get('/v1/chain')).body;
    for (const path of ['/exit', '/exit/offline.html']) {
      const html = await (await load(path)).text();
      expect(html).toContain(`name="pid-program" content="${programId}"`);
      expect(html).toContain(`name="pid-genesis" content="${genesisHash}"`);
    }
  });

  test('the saved page withdraws the rest from a plain server under the same name when the service is down', async () => {
    const { device, pid, vault, rpc, payer, chain } = current();
    const { service } = world;
    const home = newPayer().address;
    const saved = await (await fetch(`${service.baseUrl}/exit/offline.html`)).text();
    const { exitPageSha256 } = (await service.client().get('/v1/chain')).body;
    expect(createHash('sha256').update(saved).digest('hex')).toBe(exitPageSha256);
    // Small enough for an e-mail, including recovery and its word list.
    expect(Buffer.byteLength(saved)).toBeLessThan(290_000);
    await service.service.close();
    const requested: (string | undefined)[] = [];
    const plain = createServer(({ url }, reply) => {
      requested.push(url);
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(saved);
    });
    await new Promise<void>((resolve) => plain.listen(Number(new URL(service.baseUrl).port), resolve));
    onFileEnd(() => plain.close());

    const { page } = device;
    const flaws: string[] = [];
    page.on('console', (message) => message.type() === 'error' && flaws.push(message.text()));
    page.on('pageerror', (error) => flaws.push(error.message));
    await page.goto('/pid-exit.html');
    await page.getByText('This is the copy to keep').waitFor();
    await askFor(page, pid, rpc);
    await page.getByLabel('To which wallet').fill(home);
    await page.getByLabel('Secret key').fill(payer.secret);
    const before = await balanceOf(chain, toAddress(vault));
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await page.getByRole('button', { name: 'Sign and send' }).waitFor();
    // A deposit after the review must not make the withdrawal of everything fail, and must be included in it.
    await chain.rpc.requestAirdrop(toAddress(vault), 1n as Lamports).send();
    await expect.poll(() => balanceOf(chain, toAddress(vault)), patience).toBe(before + 1n);
    await signAndSend(page);
    expect(await balanceOf(chain, toAddress(home))).toBe(before + 1n);
    expect(await balanceOf(chain, toAddress(vault))).toBe(0n);
    expect(requested).toEqual(['/pid-exit.html']);
    expect(flaws).toEqual([]);
  });

  test('thirty days later, the saved page finishes the claim, withdraws everything and closes the claim', async () => {
    const { rpc, payer, chain } = current();
    if (!claimed) throw new Error('The claim was opened before');
    const { pid, vault, device } = claimed;
    const { page } = device;
    const home = newPayer().address;
    world.service.clock.advanceSeconds(Number(CLAIM_WAIT_SECONDS));
    await page.clock.install({ time: world.service.clock.nowMillis() });
    await page.goto('/pid-exit.html');
    await askFor(page, pid, rpc);
    await page.getByRole('heading', { name: 'The waiting time is over' }).waitFor();
    const payWithKey = async () => {
      await page.getByLabel('Secret key').fill(payer.secret);
      await page.getByRole('button', { name: 'Pay with this key' }).click();
    };
    await payWithKey();
    await page.getByText('activates the wallet for the passkey').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'The wallet is yours' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('To which wallet').fill(home);
    const before = await balanceOf(chain, toAddress(vault));
    await payWithKey();
    await signAndSend(page);
    expect(await balanceOf(chain, toAddress(home))).toBe(before);
    await page.getByRole('button', { name: 'Close the claim' }).click();
    await payWithKey();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'The claim is closed' }).waitFor();
    // The deposit of the claim belongs to the player. It goes to the vault, where the next exit withdraws it.
    expect(await balanceOf(chain, toAddress(vault))).toBe(rentExemptLamports(BigInt(CLAIM_BYTES)));
  });
});
