// Lets a real Chromium with its virtual authenticator sign every action that a passkey can take, and writes
// the assertions to packages/protocol/vectors/chromium.json.
//
// Usage: tsx packages/program/bench/capture-chromium.ts [browser]
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import {
  accountIdFromPid,
  challengeFor,
  compressP256Point,
  deriveWallet,
  findSessionAddress,
  fromBase64Url,
  rpIdHashFromRpId,
  toBase64Url,
  toHex,
} from '@pid/protocol';
import type { Intent, PasskeyPoint } from '@pid/protocol';
import { liveProgram } from '../test/support/sessions.ts';
import { GENESIS, START, createWorld, signerFor } from '../test/support/world.ts';

const PORT = 4100;
const origin = `http://localhost:${PORT}`;
const pid = 'chromium@pid';
const program = (await signerFor('program')).address;
const destination = (await signerFor('vector destination')).address;
const wallet = deriveWallet(program, accountIdFromPid(pid));
const rpIdHash = rpIdHashFromRpId('localhost');
const expiry = START + 60n;
const world = await createWorld();
const mint = (await signerFor('vector mint')).address;
const sessionPubkey = (await signerFor('vector session')).address;

interface Credential {
  readonly id: string;
  readonly point: PasskeyPoint;
}

/** Registers a passkey. The last 65 bytes of its SPKI are the point. */
async function register(page: Page): Promise<Credential> {
  const created = await page.evaluate(async () => {
    const credential = await navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { id: 'localhost', name: 'PID' },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'chromium', displayName: 'chromium' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    });
    if (!(credential instanceof PublicKeyCredential)) throw new Error('no credential');
    return JSON.stringify(credential);
  });
  const { id, response } = parse(created);
  return { id, point: compressP256Point(fromBase64Url(response.publicKey).subarray(-65)) };
}

async function sign(page: Page, credential: Credential, intent: Intent, nonce: bigint) {
  const { accountId, vault } = wallet;
  const challenge = challengeFor({ genesisHash: GENESIS, program, accountId, vault, nonce, expiry }, intent);
  const options = {
    challenge: toBase64Url(challenge),
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: credential.id }],
  };
  const signed = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return JSON.stringify(await navigator.credentials.get({ publicKey }));
  }, options);
  const { response } = parse(signed);
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    nonce: nonce.toString(),
    challenge: toHex(challenge),
    clientDataJSON,
    authenticatorData,
    signature,
  };
}

interface BrowserJson {
  readonly id: string;
  readonly response: Readonly<
    Record<'publicKey' | 'clientDataJSON' | 'authenticatorData' | 'signature', string>
  >;
}

function parse(json: string): BrowserJson {
  return JSON.parse(json) as BrowserJson;
}

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>capture</title>');
});
await new Promise<void>((resolve) => {
  server.listen(PORT, 'localhost', resolve);
});
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.goto(origin);
  const [first, second] = [await register(page), await register(page)];
  const amount = 1_000_000_000n;
  const sol = { mint: null, destination, amount };
  const activation: Intent = { action: 'activate', authority: first.point, rpIdHash, feePolicyVersion: 1 };
  const rotation: Intent = { action: 'rotate', newAuthority: second.point, newRpIdHash: rpIdHash };
  const live = liveProgram(world, world.game);
  const registration: Intent = {
    action: 'registerSession',
    sessionPubkey,
    allowedProgram: world.game,
    expiresAt: START + 3_600n,
    recordedAuthority: live.upgradeAuthority,
    recordedSlot: live.slot,
  };
  const { address: sessionAddress } = findSessionAddress(program, wallet.vault, sessionPubkey);
  const revocation: Intent = { action: 'revokeSession', session: sessionAddress };
  const vectors = {
    scope: {
      pid,
      program,
      destination,
      mint,
      sessionPubkey,
      origin,
      rpId: 'localhost',
      amount: amount.toString(),
      expiry: expiry.toString(),
    },
    browser: browser.version(),
    authority: { point: toHex(first.point), nextPoint: toHex(second.point) },
    activate: await sign(page, first, activation, 0n),
    withdrawSol: await sign(page, first, { action: 'withdraw', ...sol, feePolicyVersion: 1 }, 1n),
    withdrawSpl: await sign(page, first, { action: 'withdraw', ...sol, mint, feePolicyVersion: 1 }, 2n),
    registerSession: await sign(page, first, registration, 3n),
    revokeSession: await sign(page, first, revocation, 4n),
    rotate: await sign(page, first, rotation, 5n),
    exitSol: await sign(page, second, { action: 'exit', ...sol }, 6n),
    exitSpl: await sign(page, second, { action: 'exit', ...sol, mint }, 7n),
  };
  const file = new URL('../../protocol/vectors/chromium.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(vectors, null, 2)}\n`);
} finally {
  await browser.close();
  server.close();
}
