import { generateKeyPairSync } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import {
  addressFromBytes,
  encodeBase58,
  findTokenAccountAddress,
  toAddress,
} from '../../packages/protocol/src/index.ts';
import { openEmbeddedChain } from '../../packages/server/src/platform/chain/embedded/index.ts';
import { startRpcServer } from '../../packages/server/src/platform/chain/rpc-server.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { balanceOf, chainOf, giveTokens } from '../../packages/server/test/account-helper.ts';
import type { TestService } from '../../packages/server/test/test-service.ts';
import type { Device } from './support/device.ts';
import { journeys, patience } from './support/journey.ts';

const chainPatience = { timeout: 30_000 };

/** The chain for anybody who asks over HTTP, as `pid chain serve` does it. */
async function serveChain(service: TestService): Promise<string> {
  const access = await openEmbeddedChain({ ...service, ids: randomIds, log: createLogger('silent') });
  const rpc = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  afterAll(async () => {
    await rpc.close();
    await access.close();
  });
  return rpc.url;
}

interface Payer {
  readonly address: string;
  readonly seed: Buffer;
  readonly secret: string;
}

function newPayer(): Payer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(16);
  return { address: addressFromBytes(point), seed, secret: encodeBase58(Buffer.concat([seed, point])) };
}

/** A browser wallet of the Wallet Standard with one key, as an extension would put it into the page. */
async function installWallet(context: BrowserContext, { address, seed }: Payer): Promise<void> {
  await context.addInitScript(
    ({ address, seed }) => {
      const head = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
      const key = crypto.subtle.importKey(
        'pkcs8',
        Uint8Array.from([...head, ...seed]),
        { name: 'Ed25519' },
        false,
        ['sign'],
      );
      const wallet = {
        name: 'Test Wallet',
        features: {
          'standard:connect': { connect: async () => ({ accounts: [{ address }] }) },
          'solana:signTransaction': {
            signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
              const signed = Uint8Array.from(transaction);
              const signature = await crypto.subtle.sign({ name: 'Ed25519' }, await key, signed.slice(65));
              signed.set(new Uint8Array(signature), 1);
              return [{ signedTransaction: signed }];
            },
          },
        },
      };
      window.addEventListener('wallet-standard:app-ready', (event) => {
        (event as CustomEvent<{ register(added: unknown): void }>).detail.register(wallet);
      });
    },
    { address, seed: [...seed] },
  );
}

journeys('leaving without the service', {}, (world) => {
  async function activatedDevice(): Promise<{ device: Device; pid: string; vault: string }> {
    const device = await world.device();
    const { page } = device;
    const { pid } = await world.player(device);
    await page.goto('/wallet');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Give me test SOL' }).click();
    await page.locator('button:enabled', { hasText: 'Activate with your passkey' }).click();
    await page.getByRole('button', { name: 'Back to the wallet' }).click();
    return { device, pid, vault: await page.locator('[data-address]').innerText() };
  }

  /** From here on the API does not answer this browser, and a page that asks it is found out. */
  async function cutOff(page: Page): Promise<string[]> {
    const asked: string[] = [];
    await page.goto('about:blank');
    await page.context().route('**/v1/**', async (route) => {
      asked.push(route.request().url());
      await route.abort('connectionrefused');
    });
    return asked;
  }

  async function fund(address: string): Promise<void> {
    const answer = await world.service.client().post('/v1/dev/airdrop', { address, lamports: '1000000000' });
    expect(answer.status).toBe(200);
  }

  async function findWallet(page: Page, pid: string, rpc: string): Promise<void> {
    await page.goto('/exit');
    await page.getByLabel('Your player name').fill(pid);
    await page.getByLabel('RPC server').fill(rpc);
    await page.getByRole('button', { name: 'Look it up' }).click();
  }

  test('all SOL, paid by a pasted key: it lands on the chain and no API is asked', async () => {
    const { device, pid, vault } = await activatedDevice();
    const { page } = device;
    const [rpc, payer, home] = [await serveChain(world.service), newPayer(), newPayer().address];
    await fund(payer.address);
    const asked = await cutOff(page);
    await findWallet(page, 'nobody_here@pid', rpc);
    await page.getByText('This wallet was never activated').waitFor();
    await findWallet(page, pid, 'http://127.0.0.1:9');
    await page.getByText('The RPC server did not answer').waitFor();
    await findWallet(page, pid, rpc);
    await page.getByLabel('To which wallet').fill(home);
    await page.getByLabel('Secret key').fill('not a key');
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await page.getByText('That is no secret key').waitFor();
    await page.getByLabel('Secret key').fill(payer.secret);
    const chain = await chainOf(world.service);
    const before = await balanceOf(chain, toAddress(vault));
    await page.getByRole('button', { name: 'Pay with this key' }).click();
    await page.getByRole('heading', { name: 'It is out' }).waitFor(chainPatience);
    expect(await page.locator('[data-signature]').innerText()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    expect(before).toBeGreaterThan(1_900_000_000n);
    expect(await balanceOf(chain, toAddress(home))).toBe(before);
    expect(await balanceOf(chain, toAddress(vault))).toBe(0n);
    expect(asked).toEqual([]);
  });

  test('tokens, paid by a browser wallet; a passkey that does not guard the wallet is told apart', async () => {
    const { device, pid, vault } = await activatedDevice();
    const { page } = device;
    const [rpc, payer, home] = [await serveChain(world.service), newPayer(), newPayer().address];
    await fund(payer.address);
    const chain = await chainOf(world.service);
    const mint = await giveTokens(world.service, chain, toAddress(vault), 7_000_000n);
    await installWallet(device.context, payer);
    const asked = await cutOff(page);

    const { page: strange, ...stranger } = await world.device();
    await world.player({ page: strange, ...stranger });
    await strange.goto('/security');
    await strange.getByRole('button', { name: 'Add a passkey' }).click();
    await strange.getByText('This passkey is your only one').waitFor();
    await findWallet(strange, pid, rpc);
    await strange.getByLabel('To which wallet').fill(home);
    await strange.getByLabel('Secret key').fill(payer.secret);
    await strange.getByRole('button', { name: 'Pay with this key' }).click();
    await strange.getByText('That passkey does not guard this wallet').waitFor();

    await findWallet(page, pid, rpc);
    await page.getByLabel('What to take').selectOption({ index: 1 });
    await page.getByLabel('To which wallet').fill(home);
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();
    await page.getByRole('heading', { name: 'It is out' }).waitFor(chainPatience);
    const token = findTokenAccountAddress(toAddress(home), mint).address;
    await expect
      .poll(async () => {
        const { account } = await chain.account(token);
        return account && new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(64, true);
      }, patience)
      .toBe(7_000_000n);
    expect(asked).toEqual([]);
  });

  test('only this page may connect elsewhere, and it carries the program’s address', async () => {
    const load = (path: string) =>
      fetch(world.service.baseUrl + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const policyOf = async (path: string) => (await load(path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/exit', '/exit.html']) {
      expect(await policyOf(path)).toContain('connect-src https: http://localhost:* http://127.0.0.1:*;');
      expect(await policyOf(path)).toContain("frame-ancestors 'none'");
    }
    for (const path of ['/', '/wallet', '/index.html', '/no/such/page'])
      expect(await policyOf(path)).toContain("connect-src 'self';");
    const { programId } = (await world.service.client().get('/v1/chain')).body;
    expect(await (await load('/exit')).text()).toContain(`name="pid-program" content="${programId}"`);
  });
});
