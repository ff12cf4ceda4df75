import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newDevice, type Device } from '../../../test/browser.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();
/** A page of the service without scripts: a page that navigates by itself would interrupt the next step. */
const still = `${service.baseUrl}/llms.txt`;

interface Reply {
  status: number;
  // Tests assert the fields of each body.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Sends a request from the page, with its cookies and its origin. */
function call(page: Page, method: string, path: string, body?: unknown): Promise<Reply> {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      return { status: response.status, body: await response.json() };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

interface BrowserCredential {
  id: string;
  response: Record<string, string>;
}

/**
 * Uses the browser's own JSON conversions, as the pages do. It is evaluated as text, because the server has
 * no browser types.
 */
function ask(page: Page, verb: 'create' | 'get', options: unknown): Promise<BrowserCredential> {
  const parse = verb === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON';
  return page.evaluate(
    `navigator.credentials.${verb}({ publicKey: PublicKeyCredential.${parse}(${JSON.stringify(options)}) }).then((credential) => credential.toJSON())`,
  );
}

async function assertion(page: Page, options: unknown) {
  const { id, response } = await ask(page, 'get', options);
  return {
    id,
    signature: response['signature'],
    authenticatorData: response['authenticatorData'],
    clientDataJSON: response['clientDataJSON'],
  };
}

async function registerIn(page: Page): Promise<Reply> {
  const options = await call(page, 'POST', '/v1/passkeys/options');
  return call(page, 'POST', '/v1/passkeys', { response: await ask(page, 'create', options.body) });
}

async function signInIn(page: Page): Promise<Reply> {
  const options = await call(page, 'POST', '/v1/auth/passkey/options');
  return call(page, 'POST', '/v1/auth/passkey', { response: await ask(page, 'get', options.body) });
}

/** Signs in through the form of the development provider. */
async function signInByProvider(page: Page, email: string): Promise<void> {
  await page.goto(`${service.baseUrl}/v1/auth/signin/dev?returnTo=/home`);
  await page.fill('input[name=email]', email);
  await Promise.all([
    page.waitForURL((url) => /^\/(home|claim)$/.test(url.pathname)),
    page.click('button[type=submit], button:not([type])'),
  ]);
  await page.goto(still);
}

describe.skipIf(chromiumPath === undefined)('in Chromium with virtual authenticators', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function newPerson(handle: string): Promise<Device> {
    const device = await newDevice(browser, still, { backupEligible: true });
    await signInByProvider(device.page, `${handle}@example.com`);
    expect((await call(device.page, 'POST', '/v1/auth/claim', { handle })).status).toBe(200);
    return device;
  }

  test('registers a passkey, signs in, approves a second device and removes a passkey', async () => {
    const laptop = await newPerson('two_devices');
    expect((await registerIn(laptop.page)).body).toEqual({ status: 'active', id: expect.any(String) });

    await call(laptop.page, 'POST', '/v1/auth/logout');
    expect((await call(laptop.page, 'GET', '/v1/identity/me')).status).toBe(401);
    expect((await signInIn(laptop.page)).body).toEqual({ ok: true, pid: 'two_devices@pid' });

    const phone = await newDevice(browser, still);
    await signInByProvider(phone.page, 'two_devices@example.com');
    const waiting = await registerIn(phone.page);
    expect(waiting.body.status).toBe('pending_approval');
    expect((await signInIn(phone.page)).status).toBe(400);

    const approval = `/v1/credential-approvals/${waiting.body.approvalId}`;
    const options = await call(laptop.page, 'POST', `${approval}/options`);
    const approved = await call(laptop.page, 'POST', `${approval}/approve`, {
      assertion: await assertion(laptop.page, options.body),
    });
    expect(approved.body.status).toBe('active');
    expect((await call(phone.page, 'GET', approval)).body.state).toBe('approved');
    expect((await signInIn(phone.page)).body.pid).toBe('two_devices@pid');

    const passkeys = await call(phone.page, 'GET', '/v1/passkeys');
    expect(passkeys.body).toMatchObject([{ backedUp: true }, { backedUp: false, id: approved.body.id }]);
    const removal = await call(phone.page, 'POST', `/v1/passkeys/${passkeys.body[0].id}/revocation`);
    const removed = await call(phone.page, 'DELETE', `/v1/passkeys/${passkeys.body[0].id}`, {
      assertion: await assertion(phone.page, removal.body),
    });
    expect(removed.body).toEqual({ ok: true });
    expect((await signInIn(laptop.page)).body.message).toContain('does not know it');
  });

  test('refuses to register a device twice, and to sign in without user verification', async () => {
    const { page, verifiesUser } = await newPerson('one_device');
    expect((await registerIn(page)).status).toBe(201);
    await expect(registerIn(page)).rejects.toThrow('InvalidStateError');
    await verifiesUser(false);
    await expect(signInIn(page)).rejects.toThrow('NotAllowedError');
    await verifiesUser(true);
    expect((await signInIn(page)).status).toBe(200);
  });

  test('deletes the identity with its passkey’s signature', async () => {
    const { page } = await newPerson('leaver');
    await registerIn(page);
    const options = await call(page, 'POST', '/v1/identity/me/deletion');
    expect(
      (await call(page, 'DELETE', '/v1/identity/me', { assertion: await assertion(page, options.body) }))
        .body,
    ).toEqual({ ok: true });
    expect((await signInIn(page)).body.message).toContain('deleted identity');
  });

  test('Chromium serializes clientDataJSON as the chain rebuilds it', async () => {
    const { page } = await newPerson('canonical');
    await registerIn(page);
    const options = await call(page, 'POST', '/v1/auth/passkey/options');
    const { response } = await ask(page, 'get', options.body);
    const text = Buffer.from(response['clientDataJSON']!, 'base64url').toString();
    expect(
      text.startsWith(
        `{"type":"webauthn.get","challenge":"${options.body.challenge}","origin":"${service.baseUrl}"`,
      ),
    ).toBe(true);
  });
});
