import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { toAddress } from '../../../packages/protocol/src/index.ts';
import { chainOf, giveTokens } from '../../../packages/server/test/account-helper.ts';
import { activatedDevice, askFor, cutOff, newPayer, serveChain } from './exit-world.ts';
import type { WalletDevice, Payer } from './exit-world.ts';
import { startHostileRpc } from './hostile-rpc.ts';
import type { HostileRpc, Lie } from './hostile-rpc.ts';
import type { World } from './journey.ts';

/** What would be signed, as the page shows it byte by byte. */
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
  /** Looks a wallet up by a server that lies; what an earlier one said is gone by then. */
  lookUp(lie: Lie, pid?: string): Promise<Page>;
  /** What would be signed by whoever takes that holding out. */
  review(holding: number, to?: string): Promise<RawPlan>;
  /** With the payer chosen, on whatever form the page shows. */
  payAndReview(): Promise<RawPlan>;
  /** Back to the form, from wherever the page is. */
  again(): Promise<void>;
}

export const signersOf = ({ instructions }: RawPlan) =>
  instructions.map(({ accounts }) => accounts.filter(({ signer }) => signer).length);

/** An activated wallet on a device without the service, and a server of the chain that lies as each test wants. */
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
      if (holding > 0) await page().getByLabel('What to take').selectOption({ index: holding });
      await page().getByLabel('To which wallet').fill(to);
      return payAndReview();
    },
    async again() {
      const change = page().getByRole('button', { name: 'Change it' });
      if (await change.isVisible()) await change.click();
      await page().getByRole('button', { name: 'Look up again' }).click();
    },
  };
}
