// An attacker with the provider account, the mailbox, an old cookie and one guardian acts in random order on
// two nodes: against an owner who has the passkey, and against an owner who lost it and has two loyal
// guardians.
import * as fc from 'fast-check';
import type { SheetKey } from '@pid/protocol/sheet';
import { beforeAll, expect, test } from 'vitest';
import { runs, searchLimits } from '../../../../test/support/searches.ts';
import { newAccount, type WalletOwner } from '../../test/account-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import {
  approveBySheet,
  ballotOf,
  cancelOnChain,
  guardedBySheet,
  newSheet,
  setPolicy,
  startRecovery,
} from '../../test/recovery-helper.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import type { SoftPasskey } from '../../test/soft-passkey.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;
const settings = { PID_EMBEDDED_FINALIZED_SLOTS: '4' };

let nodes: readonly [TestService, TestService];

beforeAll(async () => {
  const first = await startTestService(settings);
  nodes = [first, await startTestService(settings, first)];
});

const attack = fc.constantFrom(
  'start',
  'start with the old cookie',
  'vote',
  'freeze by mail',
  'freeze with a session',
  'finish',
  'lift',
  'hours pass',
);
type Attack = typeof attack extends fc.Arbitrary<infer Found> ? Found : never;

class Attacker {
  readonly #owner: WalletOwner;
  readonly #email: string;
  readonly #hostile: SheetKey | null;
  readonly #oldCookie: HttpClient;
  readonly passkeys: SoftPasskey[] = [];
  #attempts: Awaited<ReturnType<typeof startRecovery>>[] = [];

  constructor(owner: WalletOwner, oldCookie: HttpClient, hostile: SheetKey | null) {
    this.#owner = owner;
    this.#email = `${owner.pid.replace('@pid', '')}@example.com`;
    this.#oldCookie = oldCookie;
    this.#hostile = hostile;
  }

  async #signIn(): Promise<HttpClient> {
    const client = nodes[0].client();
    await signInAs(client, this.#email);
    return client;
  }

  /** The same session on the other node. */
  async #signInElsewhere(): Promise<HttpClient> {
    const client = nodes[1].client();
    client.setCookie('pid_access', (await this.#signIn()).cookie('pid_access')!);
    return client;
  }

  async act(what: Attack): Promise<void> {
    const [node] = nodes;
    switch (what) {
      case 'start':
        return this.#start(await this.#signIn());
      case 'start with the old cookie':
        if ((await this.#oldCookie.get('/v1/recovery')).status === 200) await this.#start(this.#oldCookie);
        return;
      case 'vote':
        return this.#vote();
      case 'freeze by mail':
        await freeze(node, this.#email);
        return;
      case 'freeze with a session':
        await freeze(node, this.#email, await this.#signIn());
        return;
      case 'finish': {
        const client = await this.#signInElsewhere();
        for (const { id } of this.#attempts) await client.post(`/v1/recovery/attempts/${id}/finish`, {});
        return;
      }
      case 'lift':
        for (const passkey of this.passkeys)
          await withStepUp(await this.#signIn(), passkey, { method: 'POST', path: '/v1/freeze/lift' });
        return;
      case 'hours pass':
        node.clock.advanceSeconds(6 * hourSeconds);
    }
  }

  async #start(client: HttpClient): Promise<void> {
    const started = await startRecovery(client);
    if (started.answer.status !== 201) return;
    this.#attempts.push(started);
    this.passkeys.push(started.passkey);
  }

  async #vote(): Promise<void> {
    const started = this.#attempts.at(-1);
    if (!started || !this.#hostile || started.answer.body.mode !== 'chain') return;
    const client = await this.#signInElsewhere();
    const { policyNonce } = await client.call('getRecovery');
    const ballot = await ballotOf(client, this.#owner, started, { guardian: 2, nonce: policyNonce });
    await approveBySheet(client, this.#hostile, started.id, ballot);
  }
}

async function watch(): Promise<void> {
  for (const { service } of nodes) {
    nodes[0].clock.advanceSeconds(15);
    await service.runJob('watch recoveries');
  }
}

const signsIn = async (passkey: SoftPasskey) =>
  (await signInWithSoftPasskey(nodes[0], passkey)).answer.status === 200;

/** The owner checks once a day and cancels recoveries of others. */
async function stopEverything(owner: WalletOwner): Promise<void> {
  const { client } = await signInWithSoftPasskey(nodes[0], owner.passkey);
  const { pending } = await client.call('getRecovery');
  for (const { id, mode } of pending) {
    const path = `/v1/recovery/attempts/${id}/cancel`;
    const answer =
      mode === 'chain'
        ? await cancelOnChain({ ...owner, client }, id)
        : await withStepUp(client, owner.passkey, { method: 'POST', path, body: {} });
    expect([mode, answer.status]).toEqual([mode, 200]);
    // On the chain, one cancellation ends all of them.
    if (mode === 'chain') break;
  }
}

async function newVictim(isGuarded: boolean) {
  const owner = await newAccount(nodes[0]);
  const sheets = await Promise.all([1, 2, 3].map(() => newSheet(owner)));
  const oldCookie = nodes[0].client();
  await signInAs(oldCookie, `${owner.pid.replace('@pid', '')}@example.com`);
  if (isGuarded) {
    const terms = { threshold: 2, delaySeconds: daySeconds };
    expect((await setPolicy(owner, sheets.map(guardedBySheet), terms)).status).toBe(200);
  }
  nodes[0].clock.advanceSeconds(hourSeconds);
  return { owner, sheets, attacker: new Attacker(owner, oldCookie, isGuarded ? sheets[2]! : null) };
}

test('an owner who has the passkey and checks once a day keeps the identity', searchLimits, async () => {
  const days = fc.array(fc.array(attack, { maxLength: 4 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), days, async (isGuarded, attacks) => {
      const { owner, attacker } = await newVictim(isGuarded);
      for (const ofDay of attacks) {
        for (const what of ofDay) await attacker.act(what);
        await watch();
        await stopEverything(owner);
        nodes[0].clock.advanceSeconds(20 * hourSeconds);
        await watch();
        expect(await signsIn(owner.passkey)).toBe(true);
        for (const passkey of attacker.passkeys) expect(await signsIn(passkey)).toBe(false);
      }
    }),
    runs(2, 20),
  );
});

test(
  'an owner who lost it recovers with two loyal guardians, whatever the third guardian and the attacker do',
  searchLimits,
  async () => {
    const days = fc.array(fc.array(attack, { maxLength: 3 }), { minLength: 3, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(days, async (attacks) => {
        const { owner, sheets, attacker } = await newVictim(true);
        let started: Awaited<ReturnType<typeof startRecovery>> | null = null;
        for (let day = 0; day < 14; day += 1) {
          for (const what of attacks[day % attacks.length]!) await attacker.act(what);
          if (!started) {
            const device = nodes[0].client();
            await signInAs(device, `${owner.pid.replace('@pid', '')}@example.com`);
            const begun = await startRecovery(device);
            if (begun.answer.status === 201) {
              started = begun;
              for (const guardian of [0, 1]) {
                const ballot = await ballotOf(device, owner, begun, { guardian, nonce: '1' });
                const answer = await approveBySheet(device, sheets[guardian]!, begun.id, ballot);
                expect(answer.status).toBe(200);
              }
            } else expect(begun.answer.headers.get('pid-error')).toMatch(/^frozen/);
          }
          nodes[0].clock.advanceSeconds(daySeconds);
          // Operations sent in one round are finalized in a later one.
          for (let round = 0; round < 4; round += 1) await watch();
          for (const passkey of attacker.passkeys) expect(await signsIn(passkey)).toBe(false);
          if (started && (await signsIn(started.passkey))) break;
        }
        expect(started).not.toBeNull();
        expect(await signsIn(started!.passkey)).toBe(true);
        expect(await signsIn(owner.passkey)).toBe(false);
      }),
      runs(2, 20),
    );
  },
);
