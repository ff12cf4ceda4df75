import { randomBytes } from 'node:crypto';
import {
  accountIdFromPid,
  addressFromBytes,
  findSessionAddress,
  findVaultAddress,
  toAddress,
  toPrefixedHex,
} from '@pid/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionGrant } from '../../../sdk/src/chain.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { suspendIdentity } from '../identity/index.ts';

const path = '/v1/session-keys/grants/validate';
const newKey = () => addressFromBytes(randomBytes(32));

let service: TestService;
let player: { client: HttpClient; pid: string };
let chain: { genesisHash: string; programId: string; rpId: string };

beforeAll(async () => {
  service = await startTestService();
  player = await newPlayer(service);
  chain = (await player.client.get('/v1/chain')).body;
});

function grant(changes: Record<string, unknown> = {}) {
  const accountId = accountIdFromPid(player.pid);
  const now = service.clock.nowSeconds();
  return {
    vault: findVaultAddress(toAddress(chain.programId), accountId).address as string,
    accountId: toPrefixedHex(accountId),
    sessionPubkey: newKey() as string,
    allowedProgram: newKey() as string,
    expiresAt: now + 3600,
    recordedHasAuthority: true,
    recordedAuthority: newKey() as string,
    recordedSlot: '18446744073709551615',
    deadline: now + 300,
    nonce: '7',
    ...changes,
  };
}

const validate = (body: unknown) => player.client.post(path, body);

describe('a valid grant', () => {
  it('gets the address and challenge that the SDK computes for the same chain', async () => {
    const body = grant();
    const answer = await validate(body);
    const { sessionAddress, registerPayload } = sessionGrant(chain, player.pid, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ sessionAddress, registerPayload });
  });

  it('hashes zeros if there is no authority, regardless of recordedAuthority', async () => {
    const body = grant({ recordedHasAuthority: false });
    const { recordedAuthority: _, ...without } = body;
    const [given, left] = await Promise.all([validate(body), validate(without)]);
    expect(given.status).toBe(200);
    expect(given.body).toStrictEqual(left.body);
    expect((await validate({ ...body, recordedHasAuthority: true })).body.registerPayload).not.toBe(
      given.body.registerPayload,
    );
  });

  it('may name any vault and account id, because they are not compared with the caller', async () => {
    const vault = newKey();
    const body = grant({ vault, accountId: `0x${'aB'.repeat(32)}` });
    const answer = await validate(body);
    expect(answer.body.sessionAddress).toBe(
      findSessionAddress(toAddress(chain.programId), vault, toAddress(body.sessionPubkey)).address,
    );
  });

  it.each(['vault', 'accountId', 'sessionPubkey', 'allowedProgram', 'recordedAuthority'] as const)(
    'gets another challenge when %s changes',
    async (field) => {
      const body = grant();
      const other = field === 'accountId' ? `0x${'11'.repeat(32)}` : newKey();
      const [first, second] = await Promise.all([validate(body), validate({ ...body, [field]: other })]);
      expect(second.status).toBe(200);
      expect(second.body.registerPayload).not.toBe(first.body.registerPayload);
    },
  );
});

describe('time limits', () => {
  // Repeats the request if the second changed during it, so that a limit is tested against one time.
  async function at(offsets: Record<string, number>): Promise<string[] | null> {
    for (;;) {
      const now = service.clock.nowSeconds();
      const changes = Object.fromEntries(
        Object.entries(offsets).map(([field, offset]) => [field, now + offset]),
      );
      const answer = await validate(grant(changes));
      if (service.clock.nowSeconds() === now) return answer.status === 200 ? null : answer.body.message;
    }
  }

  it.each([
    ['expiresAt', -1, ['expiresAt must be in the future']],
    ['expiresAt', 0, ['expiresAt must be in the future']],
    ['expiresAt', 1, null],
    ['expiresAt', 86_400, null],
    ['expiresAt', 86_401, ['expiresAt must be at most 86400 seconds ahead']],
    ['deadline', -1, ['deadline must not be in the past']],
    ['deadline', 0, null],
    ['deadline', 600, null],
    ['deadline', 601, ['deadline must be at most 600 seconds ahead']],
  ] as const)('%s at now%+d', async (field, offset, expected) => {
    expect(await at({ [field]: offset })).toStrictEqual(expected);
  });
});

describe('an invalid grant', () => {
  it.each([
    ['vault', 'abc', 'vault must be a 32-byte key in base58'],
    ['vault', '0'.repeat(40), 'vault must be a 32-byte key in base58'],
    ['vault', 'z'.repeat(44), 'vault must be a 32-byte key in base58'],
    ['vault', 7, 'vault must be a 32-byte key in base58'],
    ['sessionPubkey', '1'.repeat(33), 'sessionPubkey must be a 32-byte key in base58'],
    ['sessionPubkey', '1'.repeat(32), 'sessionPubkey must not be the zero key'],
    ['allowedProgram', '1'.repeat(32), 'allowedProgram must be an allowlisted game program'],
    [
      'allowedProgram',
      'ComputeBudget111111111111111111111111111111',
      'allowedProgram must be an allowlisted game program',
    ],
    ['recordedAuthority', '', 'recordedAuthority must be a 32-byte key in base58'],
    ['recordedAuthority', undefined, 'recordedAuthority is required when recordedHasAuthority is true'],
    ['recordedHasAuthority', 1, 'recordedHasAuthority must be a boolean'],
    ['accountId', `0x${'a'.repeat(63)}`, 'accountId must be 0x followed by 64 hex characters'],
    ['accountId', 'a'.repeat(64), 'accountId must be 0x followed by 64 hex characters'],
    [
      'recordedSlot',
      '18446744073709551616',
      'recordedSlot must be a decimal string of an unsigned 64-bit integer',
    ],
    ['recordedSlot', '-1', 'recordedSlot must be a decimal string of an unsigned 64-bit integer'],
    ['nonce', '01', 'nonce must be a decimal string of an unsigned 64-bit integer'],
    ['nonce', 1, 'nonce must be a decimal string of an unsigned 64-bit integer'],
    ['nonce', undefined, 'nonce is required'],
    ['expiresAt', 1.5, 'expiresAt must be an integer'],
    ['expiresAt', 253_402_300_799, 'expiresAt must be at most 86400 seconds ahead'],
    ['deadline', '1', 'deadline must be an integer'],
    ['salt', 'x', 'salt is not a known field'],
  ])('%s %j is refused', async (field, value, sentence) => {
    const answer = await validate(grant({ [field]: value }));
    expect(answer.status).toBe(400);
    expect(answer.body).toStrictEqual({ statusCode: 400, message: [sentence] });
  });

  it('is refused for PID’s own program and for a session key that is another key of the grant', async () => {
    const key = newKey();
    const own = await validate(grant({ allowedProgram: chain.programId }));
    expect(own.body.message).toStrictEqual(['allowedProgram must be an allowlisted game program']);
    for (const field of ['vault', 'allowedProgram', 'recordedAuthority']) {
      const answer = await validate(grant({ sessionPubkey: key, [field]: key }));
      expect(answer.body.message).toStrictEqual([`sessionPubkey must differ from ${field}`]);
    }
  });

  it('gets one message for each problem, of schema and scope together', async () => {
    const now = service.clock.nowSeconds();
    const { vault: _, ...body } = grant({
      sessionPubkey: 'short',
      allowedProgram: '1'.repeat(32),
      expiresAt: now - 10,
      deadline: now + 700,
      recordedSlot: '99999999999999999999',
      accountId: '0x',
      extra: true,
    });
    const answer = await validate(body);
    expect(answer.body.message.toSorted()).toStrictEqual(
      [
        'vault is required',
        'extra is not a known field',
        'sessionPubkey must be a 32-byte key in base58',
        'allowedProgram must be an allowlisted game program',
        'accountId must be 0x followed by 64 hex characters',
        'recordedSlot must be a decimal string of an unsigned 64-bit integer',
        'expiresAt must be in the future',
        'deadline must be at most 600 seconds ahead',
      ].toSorted(),
    );
  });

  it.each(['[]', 'null', '"x"', '7'])('is refused for the body %s with a list of messages', async (body) => {
    const answer = await player.client.post(path, body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(Array.isArray(answer.body.message)).toBe(true);
  });
});

describe('the caller', () => {
  it('must have a session', async () => {
    const answer = await service.client().post(path, grant());
    expect(answer.body).toStrictEqual({ statusCode: 401, message: 'Unauthorized' });
  });

  it('may be a suspended identity', async () => {
    const other = await newPlayer(service);
    const deps = service;
    await suspendIdentity(deps, { pid: other.pid, actor: 'cli', origin: null });
    await expect.poll(async () => (await other.client.get('/v1/identity/me')).body.status).toBe('suspended');
    expect((await other.client.post(path, grant())).status).toBe(200);
  });
});
