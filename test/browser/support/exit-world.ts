import { generateKeyPairSync } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { addressFromBytes, encodeBase58 } from '../../../packages/protocol/src/index.ts';
import { openEmbeddedChain, startRpcServer } from '@pid/dev-chain';
import { randomIds } from '../../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../../packages/server/src/platform/log.ts';
import { onFileEnd } from '../../../packages/server/test/file-end.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';
import type { Device } from './device.ts';
import type { World, WorldDeviceOptions } from './journey.ts';

/** Serves the chain over HTTP without a token, like `pid chain serve`. */
export async function serveChain(service: TestService): Promise<string> {
  const access = await openEmbeddedChain({ ...service, ids: randomIds, log: createLogger('silent') });
  const rpc = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    answer: (request) => access.answer(request),
  });
  onFileEnd(async () => {
    await rpc.close();
    await access.close();
  });
  return rpc.url;
}

export interface Payer {
  readonly address: string;
  readonly seed: Buffer;
  readonly secret: string;
}

export function newPayer(): Payer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(16);
  return { address: addressFromBytes(point), seed, secret: encodeBase58(Buffer.concat([seed, point])) };
}

/** Adds a Wallet Standard browser wallet with one key to the page, as an extension does. */
export async function installWallet(context: BrowserContext, { address, seed }: Payer): Promise<void> {
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

export interface WalletDevice {
  readonly device: Device;
  readonly pid: string;
  readonly vault: string;
}

/** A device with a passkey and a wallet with two SOL that is not activated. */
export async function unactivatedDevice(
  world: World,
  options: WorldDeviceOptions = {},
): Promise<WalletDevice> {
  const device = await world.device(options);
  const { page } = device;
  const { pid } = await world.player(device);
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Give me test SOL' }).click();
  await page.locator('button:enabled', { hasText: 'Activate with your passkey' }).waitFor();
  return { device, pid, vault: await page.locator('[data-address]').innerText() };
}

/** A device whose passkey guards an activated wallet with nearly two SOL. */
export async function activatedDevice(world: World): Promise<WalletDevice> {
  const wallet = await unactivatedDevice(world);
  const { page } = wallet.device;
  await page.getByRole('button', { name: 'Activate with your passkey' }).click();
  await page.getByRole('button', { name: 'Back to the wallet' }).click();
  return wallet;
}

/** Blocks the API for this browser and collects the requests to it. */
export async function cutOff(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.goto('about:blank');
  await page.context().route('**/v1/**', async (route) => {
    asked.push(route.request().url());
    await route.abort('connectionrefused');
  });
  return asked;
}

export async function findWallet(page: Page, pid: string, rpc: string): Promise<void> {
  await page.goto('/exit');
  await askFor(page, pid, rpc);
}

export async function askFor(page: Page, pid: string, rpc: string): Promise<void> {
  await page.getByLabel('Your player name').fill(pid);
  await page.getByLabel('RPC server').fill(rpc);
  await page.getByRole('button', { name: 'Look it up' }).click();
}

/** Chooses a certificate file with this content. */
export async function chooseFile(page: Page, content: string): Promise<void> {
  const file = { name: 'certificate.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.getByLabel('Certificate file').setInputFiles(file);
}
