import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { toAddress } from '../../../packages/protocol/src/index.ts';
import { chainOf, giveTokens } from '../../../packages/server/test/account-helper.ts';
import { activatedDevice, askFor, cutOff, newPayer, serveChain } from './exit-world.ts';
import type { WalletDevice, Payer } from './exit-world.ts';
import { startHostileRpc } from './hostile-rpc.ts';
import type { HostileRpc, Lie } from './hostile-rpc.ts';
import type { World } from './journey.ts';

/** The message to sign, as the page shows it byte by byte. */
export interface RawPlan {
  readonly payload: string;
  readonly feePayer: string;
  readonly instructions: readonly {
    readonly program: string;
    readonly accounts: readonly { readonly signer: boolean }[];
    readonly data: string;
  }[];
}

interface Stage extends WalletDevice {
  readonly program: string;
  readonly genesisHash: string;
  readonly mint: string;
  readonly payer: Payer;
  readonly rpc: HostileRpc;
}

export interface Liars {
  current(): Stage;
  page(): Page;
  /** Looks up a wallet with a lying server. Resets the requests collected before. */
  lookUp(lie: Lie, pid?: string): Promise<Page>;
  /** The message to sign for withdrawing this holding. */
  review(holding: number, to?: string): Promise<RawPlan>;
  /** Chooses the payer on the current form and returns the message to sign. */
  payAndReview(): Promise<RawPlan>;
  /** Returns to the form from any page. */
  again(): Promise<void>;
}

export const signersOf = ({ instructions }: RawPlan) =>
  instructions.map(({ accounts }) => accounts.filter(({ signer }) => signer).length);

/** An activated wallet on a device without the service, and an RPC server that lies as each test sets it. */
export function amongLiars(world: World): Liars {
  let stage: Stage | null = null;
  const current = () => {
    if (!stage) throw new Error('The stage is set before the first test');
    return stage;
  };
  const page = () => current().device.page;

  beforeAll(async () => {
    const activated = await activatedDevice(world);
    const { programId: program, genesisHash } = await world.service.client().call('getChain');
    const chain = await chainOf(world.service);
    const mint = await giveTokens(world.service, chain, toAddress(activated.vault), 7_000_000n);
    await cutOff(activated.device.page);
    const rpc = await startHostileRpc(await serveChain(world.service));
    stage = { ...activated, program, genesisHash, mint, payer: newPayer(), rpc };
  });
  beforeEach(async () => {
    await page().goto('/exit');
  });

  async function payAndReview(): Promise<RawPlan> {
    await page().getByLabel('Secret key').fill(current().payer.secret);
    await page().getByRole('button', { name: 'Pay with this key' }).click();
    return JSON.parse((await page().locator('[data-raw]').textContent()) ?? '') as RawPlan;
  }
  return {
    current,
    page,
    payAndReview,
    async lookUp(lie, pid = current().pid) {
      const { rpc } = current();
      rpc.lie(lie);
      await askFor(page(), pid, rpc.url);
      await expect.poll(() => rpc.questions.length, { interval: 10 }).toBeGreaterThan(0);
      return page();
    },
    async review(holding, to = newPayer().address) {
      if (holding > 0) await page().getByLabel('What to take out').selectOption({ index: holding });
      await page().getByLabel('To which wallet').fill(to);
      return payAndReview();
    },
    async again() {
      const change = page().getByRole('button', { name: 'Change' });
      if (await change.isVisible()) await change.click();
      await page().getByRole('button', { name: 'Look up again' }).click();
    },
  };
}
