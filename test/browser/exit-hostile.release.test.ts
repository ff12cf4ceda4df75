import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  TOKEN_PROGRAM,
  accountIdFromPid,
  deriveWallet,
  encodeBase58,
  findTokenAccountAddress,
  toAddress,
  withConfigOrigin,
} from '../../packages/protocol/src/index.ts';
import { chooseFile, newPayer } from './support/exit-world.ts';
import { TAKEN_OVER } from './support/hostile-rpc.ts';
import type { SaidAccount } from './support/hostile-rpc.ts';
import { amongLiars, signersOf } from './support/hostile-stage.ts';
import { journeys, shared } from './support/journey.ts';
import {
  EVIL,
  bendAccount,
  bendClock,
  bendData,
  certificateOf,
  fakeClaim,
  fakeMint,
  fakeToken,
  honest,
} from './support/lies.ts';

journeys('the exit page with a lying RPC server', shared, (world) => {
  const { current, page, lookUp, review, payAndReview, again } = amongLiars(world);

  test('a link cannot set the program, chain, RPC server or wallet, and nothing of it is stored', async () => {
    const { rpc, program, genesisHash, pid } = current();
    rpc.lie(honest);
    const query = new URLSearchParams({
      program: EVIL,
      genesis: EVIL,
      rpc: rpc.url,
      pid: 'evil@pid',
      to: EVIL,
    });
    await page().evaluate((url) => localStorage.setItem('pid:exit:rpc', url), rpc.url);
    await page().goto(`/exit?${query}#${query}`);
    await page().reload();
    expect(await page().locator('[data-program]').innerText()).toBe(program);
    expect(await page().locator('[data-genesis]').innerText()).toBe(genesisHash);
    expect(await page().getByLabel('RPC server').inputValue()).toBe('');
    expect(await page().getByLabel('Your player name').inputValue()).toBe(pid);
    expect(await page().getByLabel('Wallet program').count()).toBe(0);
    expect(await page().content()).not.toContain(EVIL);
    expect(await page().evaluate(() => Object.values(localStorage).join())).not.toContain(rpc.url);
    expect(rpc.questions).toEqual([]);
  });

  test('reports a server of another chain, and a server with a config of another chain', async () => {
    const { program } = current();
    const config = deriveWallet(toAddress(program), accountIdFromPid(current().pid)).config;
    const otherChain = 'The RPC server belongs to another blockchain';
    await (
      await lookUp(({ method }, ask) => (method === 'getGenesisHash' ? EVIL : ask()))
    )
      .getByText(otherChain)
      .waitFor();
    const bent = bendData(config, (data) => {
      data[8] = 255 - (data[8] ?? 0);
      return data;
    });
    await (await lookUp(bent)).getByText(otherChain).waitFor();
  });

  test('moves nothing for accounts with another owner, another host name or another player', async () => {
    const { program, pid } = current();
    const wallet = deriveWallet(toAddress(program), accountIdFromPid(pid));
    const owned = (address: string) => bendAccount(address, (account) => ({ ...account, owner: EVIL }));
    await (
      await lookUp(owned(wallet.config))
    )
      .getByText('The wallet program is not on this blockchain')
      .waitFor();
    await (await lookUp(owned(wallet.account))).getByText('This wallet was never activated').waitFor();
    await again();
    const elsewhere = bendData(wallet.config, (data) => withConfigOrigin(data, 'https://evil.example'));
    await (await lookUp(elsewhere)).getByText('belong to another address').waitFor();
    // An RPC server must not decide which address the page recommends.
    expect(await page().content()).not.toContain('evil.example');
    expect(await page().getByLabel('Secret key').count()).toBe(0);
    await again();
    const another = bendData(wallet.account, (data) => {
      data[16] = 255 - (data[16] ?? 0);
      return data;
    });
    await (await lookUp(another)).getByText('This wallet was never activated').waitFor();
  });

  test('ignores a claim that the server invents: its time, its owner, its certificate', async () => {
    const { program, payer } = current();
    const pid = 'never_activated@pid';
    const wallet = deriveWallet(toAddress(program), accountIdFromPid(pid));
    const claimed = (readyAt: number, owner = program) =>
      fakeClaim(wallet, { readyAt: Math.floor(Date.now() / 1000) + readyAt, owner });
    await lookUp(claimed(10 * 365 * 86_400), pid);
    await page().getByText('waits longer than thirty days').waitFor();
    await lookUp(claimed(0, EVIL), pid);
    await page().getByLabel('Certificate file').waitFor();
    expect(await page().getByText('Can be finished from').count()).toBe(0);
    const files = [
      ['not JSON', 'That file is not a certificate'],
      [JSON.stringify([certificateOf(wallet, { genesisHash: EVIL })]), 'for another blockchain'],
      [JSON.stringify(certificateOf(wallet, { programId: EVIL })), 'for another wallet program'],
      [' '.repeat(70_000), 'That file is not a certificate'],
    ] as const;
    for (const [content, words] of files) {
      await chooseFile(page(), content);
      await page().getByText(words).waitFor();
    }
    await again();
    // If the server says that the claim is ready, any payer can send it. The transaction contains no other
    // signature, and the chain decides.
    await lookUp(claimed(-1), pid);
    await page().getByText('This device does not know the passkey of the claim').waitFor();
    const raw = await payAndReview();
    expect(signersOf(raw)).toEqual([0]);
    expect(raw.payload).toBeUndefined();
    expect(JSON.stringify(raw.instructions)).not.toContain(payer.address);
  });

  test('a wrong time from the server cannot create a signature that is valid for long', async () => {
    await lookUp(bendClock(86_400));
    await page().getByLabel('To which wallet').fill(newPayer().address);
    await page().getByLabel('Secret key').fill(current().payer.secret);
    await page().getByRole('button', { name: 'Pay with this key' }).click();
    await page().getByText('more than five minutes ahead of this device').waitFor();
    for (const ahead of [-100_000, 0, 200]) {
      await again();
      await lookUp(bendClock(ahead));
      const { payload } = await review(0);
      const expiry = Number(Buffer.from(payload, 'hex').readBigInt64LE(156));
      expect(expiry - Date.now() / 1000).toBeLessThanOrEqual(540);
    }
  });

  test('the payer signs only for the fee and for creating a token account, never in an instruction of the wallet program', async () => {
    const { mint, payer, program } = current();
    await lookUp(honest);
    const sol = await review(0);
    expect(signersOf(sol)).toEqual([0, 0]);
    expect(sol.feePayer).toBe(payer.address);
    expect(JSON.stringify(sol.instructions)).not.toContain(payer.address);
    await again();
    await lookUp(honest);
    await page().getByText('Looking for tokens').waitFor({ state: 'detached' });
    const made = await review(1);
    expect(signersOf(made)).toEqual([1, 0, 0]);
    expect(made.instructions[0]?.program).toBe('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    expect(JSON.stringify(made.instructions.slice(1))).not.toContain(payer.address);
    expect(made.instructions[2]?.program).toBe(program);
    expect(await page().locator('[data-instructions]').innerText()).toContain(program);
    await again();
    const to = newPayer().address;
    const target = findTokenAccountAddress(toAddress(to), toAddress(mint)).address;
    const existing: SaidAccount = {
      lamports: 1,
      owner: TOKEN_PROGRAM,
      data: [Buffer.alloc(165).toString('base64'), 'base64'],
    };
    await lookUp(bendAccount(target, () => existing));
    await page().getByText('Looking for tokens').waitFor({ state: 'detached' });
    expect(signersOf(await review(1, to))).toEqual([0, 0]);
  });

  test('reads 10,000 dust tokens in pages of a hundred, and does not delay SOL', async () => {
    const { vault } = current();
    const dust = [
      ...Array.from({ length: 10_000 }, (_, number) => fakeToken(vault, number)),
      fakeToken(vault, 1),
      fakeToken(vault, 10_001, { of: EVIL }),
      fakeToken(vault, 10_002, { owner: EVIL }),
    ];
    let held: (() => void) | null = null;
    const gate = new Promise<void>((resolve) => (held = resolve));
    await lookUp(async ({ method, params }, ask) => {
      if (method === 'getTokenAccountsByOwner') return { value: dust };
      if (method !== 'getMultipleAccounts') return ask();
      if (params[0].length > 100) throw new Error('Too many inputs provided; max 100');
      if (params[0].length <= 4) return ask();
      await gate;
      return { value: Array.from(params[0], () => fakeMint) };
    });
    // Only the number of tokens is known so far, but SOL is shown and can be reviewed.
    expect((await review(0)).instructions).toHaveLength(2);
    await page().getByRole('button', { name: 'Change' }).click();
    held!();
    await page().getByText('The list shows 50 of 10000 tokens').waitFor();
    await page().getByText('do not look like tokens of this wallet: 2.').waitFor();
    const wanted = encodeBase58(createHash('sha256').update('mint 9999').digest());
    await page().getByLabel('Find a token').fill(wanted);
    await page().getByText('The list shows 1 of 10000 tokens').waitFor();
  });

  test('SOL can be moved despite missing tokens, invalid mints and invalid responses', async () => {
    await lookUp(({ method }, ask) => (method === 'getTokenAccountsByOwner' ? TAKEN_OVER : ask()));
    expect((await review(0)).instructions).toHaveLength(2);
    for (const answer of [
      null,
      7,
      { value: 7 },
      { value: [null] },
      { value: [{ account: { lamports: -1 } }] },
    ]) {
      await again();
      await lookUp(({ method }, ask) => (method === 'getTokenAccountsByOwner' ? answer : ask()));
      await page().getByText('You can still take out SOL').waitFor();
      await page().getByText('sent an invalid response').waitFor();
    }
    await again();
    await lookUp(bendAccount(current().mint, (account) => ({ ...account, owner: EVIL })));
    await page().getByText('do not look like tokens of this wallet: 1.').waitFor();
    expect(await page().getByLabel('What to take out').locator('option').count()).toBe(1);
  });

  test('gives up on a server that never responds or never ends, and does not show its text as ours', async () => {
    await page().clock.install();
    await page().goto('/exit');
    await lookUp(() => TAKEN_OVER);
    await expect.poll(() => current().rpc.questions.length).toBe(1);
    await page().clock.fastForward(20_000);
    await page().getByText('The RPC server did not respond').waitFor();
    await lookUp((_question, _ask, reply) => {
      reply.writeHead(200, { 'access-control-allow-origin': '*' });
      const piece = Buffer.alloc(1024 * 1024, 32);
      const pour = () => void (reply.destroyed || reply.write(piece, () => setImmediate(pour)));
      pour();
      return TAKEN_OVER;
    });
    await page().getByText('The RPC server did not respond').waitFor();
    await lookUp(() => {
      throw new Error(`Your wallet is in danger, open https://evil.example ${'!'.repeat(10_000)}`);
    });
    await page().getByText('The RPC server refused the request').waitFor();
    expect(await page().getByText('evil.example').isVisible()).toBe(false);
    expect((await page().locator('q').textContent())?.length).toBeLessThanOrEqual(200);
  });

  test('a false receipt changes neither the shown signature nor the signed message', async () => {
    await page().clock.resume();
    await page().goto('/exit');
    let sent: Buffer | null = null;
    await lookUp(({ method, params }, ask) => {
      if (method === 'sendTransaction') {
        sent = Buffer.from(String(params[0]), 'base64');
        return EVIL;
      }
      if (method === 'getSignatureStatuses')
        return { value: [{ err: null, confirmationStatus: 'finalized' }] };
      return ask();
    });
    const raw = await review(0);
    // "Everything" is signed as the maximum amount, independent of the balance that the server reports.
    expect(Buffer.from(raw.payload, 'hex').readBigUInt64LE(240)).toBe(2n ** 64n - 1n);
    await page().getByRole('button', { name: 'Sign and send' }).click();
    await page().getByText('Your RPC server says that it is confirmed').waitFor();
    expect(await page().locator('[data-signature]').innerText()).toBe(encodeBase58(sent!.subarray(1, 65)));
    expect(sent!.includes(Buffer.from(String(raw.instructions[1]?.data.split(' ')[0]), 'hex'))).toBe(true);
  });
});
