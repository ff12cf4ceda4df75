import { describe, expect, test } from 'vitest';
import { allowApp, newApp } from '../../../test/app-helper.ts';
import { startFakeMailServer, type ReceivedMail } from '../../../test/fake-mail-server.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { givePasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { withStepUp } from '../../../test/step-up-helper.ts';
import { richPlayer } from '../../payments/testing/payment-fixture.ts';
import { startTestService } from '../../../test/test-service.ts';

const mailServer = await startFakeMailServer();
const service = await startTestService({
  PID_SMTP_URL: mailServer.url,
  PID_MAIL_FROM: 'PID <no-reply@pid.example>',
});
const waiting = async () => (await service.db.query('select from notice_mails')).rowCount;

/**
 * Waits until one attempt has failed and the next is due within a minute. During an attempt, the lease is
 * longer than that.
 */
async function triedOnce(): Promise<void> {
  const soon = () => new Date(service.clock.nowMillis() + 60_000);
  const tried = async () =>
    (await service.db.query('select from notice_mails where attempts = 1 and due_at < $1', [soon()]))
      .rowCount;
  await expect.poll(tried, { interval: 20 }).toBe(1);
}
const wakeMailer = () => service.db.query("select pg_notify('pid', 'notice:')");

/** The mails to an address, with quoted-printable bodies decoded. */
function mailsTo(address: string): string[] {
  return mailServer.received.filter(({ to }) => to.includes(address)).map(decode);
}

function decode({ data }: ReceivedMail): string {
  const bytes = data
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

async function mailed(address: string, count = 1): Promise<string[]> {
  await expect.poll(() => mailsTo(address).length, { interval: 20 }).toBe(count);
  return mailsTo(address);
}

test('mails a notice as text and HTML, in both languages until the profile names one, with a link whose token is stored only as a hash', async () => {
  const { client, email } = await newPlayer(service);
  await givePasskey(client, { name: 'Phone' });
  const [both] = await mailed(email);
  expect(both).toContain('Passkey “Phone” ditambahkan');
  expect(both).toContain('The passkey “Phone” was added');
  expect(both).toContain('Content-Type: text/plain');
  expect(both).toContain('Content-Type: text/html');
  const [, token] = new RegExp(`${service.baseUrl}/not-me#([A-Za-z0-9_-]{43})`).exec(both!)!;
  const { rows } = await service.db.query<{ stored: string }>(
    "select encode(hash, 'base64') as stored from not_me_tokens",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ stored }) => stored)).not.toContain(Buffer.from(token!, 'base64url').toString('base64'));

  await client.patch('/v1/profile', { locale: 'en-GB' });
  await signInAs(service.client(), email);
  const [, english] = await mailed(email, 2);
  expect(english).toContain('Subject: Your PID was used to sign in on a new device');
  expect(english).not.toContain('Halo');
  // The server has the mail before the mailer deletes its row.
  await expect.poll(waiting).toBe(0);
});

test('requests do not wait for the mail server, and a deferred mail is sent later', async () => {
  const { client, email } = await newPlayer(service);
  mailServer.answer((command) => (command === 'RCPT' ? '451 try again' : undefined));
  await givePasskey(client);
  await triedOnce();
  expect(mailsTo(email)).toEqual([]);
  mailServer.answer(() => undefined);
  service.clock.advanceSeconds(60);
  await wakeMailer();
  await mailed(email);
  await expect.poll(waiting).toBe(0);
});

test('an unresponsive server does not block requests, and another node sends the mail after the lease has expired', async () => {
  const { client, email } = await newPlayer(service);
  const connected = new Promise<void>((resolve) => {
    mailServer.answer((command) => {
      if (command === 'CONNECT') resolve();
      return null;
    });
  });
  await givePasskey(client);
  await connected;
  mailServer.answer(() => undefined);
  service.clock.advanceSeconds(700);
  await startTestService({ PID_SMTP_URL: mailServer.url, PID_MAIL_FROM: 'no-reply@pid.example' }, service);
  await wakeMailer();
  await mailed(email);
});

async function linkLogin(client: HttpClient, email: string): Promise<void> {
  const { redirectTo } = (await client.post('/v1/credentials/link/dev')).body;
  const form = await client.browse(redirectTo);
  const submitted = await client.post(form.url, new URLSearchParams({ email }), { accept: 'text/html' });
  await client.browse(new URL(submitted.headers.get('location')!, submitted.url).href);
}

test('an address gets a mail once, even if another address is retried', async () => {
  const { client, email } = await newPlayer(service);
  const further = `further.${email}`;
  await linkLogin(client, further);
  await mailed(email);
  await mailed(further);
  await expect.poll(waiting).toBe(0);
  mailServer.answer((command, line) =>
    command === 'RCPT' && line.includes(further) ? '451 try again' : undefined,
  );
  await givePasskey(client);
  await triedOnce();
  mailServer.answer(() => undefined);
  service.clock.advanceSeconds(60);
  await wakeMailer();
  await mailed(further, 2);
  await expect.poll(waiting).toBe(0);
  expect(mailsTo(email)).toHaveLength(2);
});

test('a permanently refused address is not retried, and other mails are still sent', async () => {
  const { client, email } = await newPlayer(service);
  const further = `further.${email}`;
  mailServer.answer((command) => (command === 'RCPT' ? '550 nobody here' : undefined));
  await linkLogin(client, further);
  await expect.poll(waiting).toBe(0);
  mailServer.answer(() => undefined);
  await givePasskey(client);
  await mailed(email);
  await mailed(further);
});

test('a notice of an unlinked login is sent to the address that the identity no longer has', async () => {
  const { client, email } = await newPlayer(service);
  const passkey = await givePasskey(client);
  await mailed(email);
  const [login] = (await client.get('/v1/identity/credentials')).body;
  const unlink = { method: 'DELETE', path: `/v1/identity/credentials/${login.id}` };
  expect((await withStepUp(client, passkey, unlink)).status).toBe(200);
  expect((await mailed(email, 2))[1]).toContain('Tautan akun dev dilepas');
  await expect.poll(waiting).toBe(0);
});

test('a deleted identity gets a last mail without a link, and no data is kept', async () => {
  const { client, email } = await newPlayer(service);
  expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  const [farewell] = await mailed(email);
  expect(farewell).toContain('telah dihapus');
  expect(farewell).not.toContain('/not-me#');
  await expect.poll(waiting).toBe(0);
});

describe('text from players and apps', () => {
  test('adds no header, no markup and no line', async () => {
    const { client, email } = await newPlayer(service);
    const app = await newApp(client, { name: 'Kart <img src=x onerror=alert(1)>' });
    await allowApp(client, app);
    const [mail] = await mailed(email);
    const [head, ...bodies] = mail!.split('\r\n\r\n');
    expect(head).not.toContain('Kart');
    const html = bodies.join('\r\n\r\n').slice(bodies.join('\r\n\r\n').indexOf('<!doctype'));
    expect(html).toContain('Kart &lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
  });

  test('mails at most ten notices of one type a day, and still mails other types', async () => {
    const { client, email } = await newPlayer(service);
    const { rows } = await service.db.query<{ id: string }>(
      'select identity_id as id from provider_logins where email = $1',
      [email],
    );
    const tell = (at: Date) =>
      service.db.query('select tell_owner($1, $2, $3, $4)', [
        rows[0]!.id,
        'app.connected',
        { clientId: 'x', name: 'Flood' },
        at,
      ]);
    const flooded = service.clock.now();
    for (let index = 0; index < 14; index += 1) await tell(flooded);
    await expect.poll(waiting).toBe(0);
    expect(mailsTo(email)).toHaveLength(10);
    await givePasskey(client);
    await mailed(email, 11);
    expect((await client.get('/v1/notices')).body.unread).toBe(15);
    // Exactly a day later the flood no longer counts.
    service.clock.advanceSeconds(86_400);
    await tell(new Date(flooded.getTime() + 86_400_000));
    await mailed(email, 12);
  });
});

describe('mails about requests of other players', () => {
  /** A guardian, with a function that records requests for help from a player. */
  async function newGuardian() {
    const { client, email } = await newPlayer(service);
    await client.patch('/v1/profile', { locale: 'en' });
    const { rows } = await service.db.query<{ id: string }>(
      'select identity_id as id from provider_logins where email = $1',
      [email],
    );
    const ask = async (pid: string, times = 1, type = 'recovery.help_asked') => {
      for (let index = 0; index < times; index += 1)
        await service.db.query('select tell_owner($1, $2, $3, $4)', [
          rows[0]!.id,
          type,
          type.startsWith('family.')
            ? {
                child: pid,
                id: 'x',
                clientId: 'x',
                app: 'Arena',
                name: 'Arena',
                amount: 5000,
                period: 'month',
              }
            : { pid },
          service.clock.now(),
        ]);
    };
    const countFrom = (pid: string) => mailsTo(email).filter((mail) => mail.includes(pid)).length;
    return { email, ask, countFrom };
  }

  test.each([
    'recovery.help_asked',
    'recovery.guardian_named',
    'recovery.guardian_dropped',
    'family.asked',
    'family.allowance_approved',
    'family.login_refused',
  ])(
    'a player who repeats %s causes two mails a day, and the mail about a friend is still sent',
    async (type) => {
      const { ask, countFrom } = await newGuardian();
      await ask('stranger_x@pid', 35, type);
      await ask('friend_y@pid', 1, type);
      await expect.poll(waiting).toBe(0);
      expect([countFrom('stranger_x@pid'), countFrom('friend_y@pid')]).toEqual([2, 1]);
      service.clock.advanceSeconds(86_400);
      await ask('stranger_x@pid', 1, type);
      await expect.poll(waiting).toBe(0);
      expect(countFrom('stranger_x@pid')).toBe(3);
    },
  );

  test('many strangers together cause 30 mails a day', async () => {
    const { email, ask } = await newGuardian();
    for (let index = 0; index < 40; index += 1) await ask(`stranger_${index}@pid`);
    await expect.poll(waiting).toBe(0);
    expect(mailsTo(email)).toHaveLength(30);
  });
});

test('drops a mail after a day', async () => {
  const { client, email } = await newPlayer(service);
  mailServer.answer((command) => (command === 'MAIL' ? '421 closing' : undefined));
  await givePasskey(client);
  await triedOnce();
  // Before the server accepts mails, because a timer may try again at any moment.
  service.clock.advanceSeconds(86_400 + 60);
  mailServer.answer(() => undefined);
  await wakeMailer();
  await expect.poll(waiting).toBe(0);
  expect(mailsTo(email)).toEqual([]);
});

test('without a mail server, a developer’s machine shows mails at /development-mail without running their content', async () => {
  const own = await startTestService();
  const { client, email } = await newPlayer(own);
  const app = await newApp(client, { name: '"><script>alert(1)</script>' });
  await allowApp(client, app);
  await expect.poll(async () => (await own.client().get('/development-mail')).text).toContain(email);
  const list = await own.client().get('/development-mail');
  const [path] = /\/development-mail\/\d+/.exec(list.text)!;
  const shown = await own.client().get(path);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shown.text).toContain('sandbox=');
  expect(shown.text).not.toContain('<script');
  expect(shown.text).toContain(`/not-me#`);
  expect((await own.client().get('/development-mail/999999')).status).toBe(404);
  expect((await own.client().get("/development-mail/1'")).status).toBe(404);
  // They contain addresses, so they expire.
  const kept = () => own.client().get('/development-mail');
  own.clock.advanceSeconds(6 * 86_400);
  await own.service.forget();
  expect((await kept()).text).toContain(email);
  own.clock.advanceSeconds(2 * 86_400);
  await own.service.forget();
  expect((await kept()).text).toContain('Nothing yet.');
});

test('with a mail server, /development-mail does not exist', async () => {
  expect((await service.client().get('/development-mail')).status).toBe(404);
});

test('mails incoming money only if the player has turned that on, without a link to stop it', async () => {
  const [budi, citra] = [await richPlayer(service), await newPlayer(service)];
  const choices = '/v1/notices/choices';
  const off = { mailsIncoming: false, mailsOffered: true };
  const on = { ...off, mailsIncoming: true };
  const send = async (amount: number) => {
    expect((await budi.client.post('/v1/fiat/sends', { to: citra.pid, amount })).status).toBe(201);
    await service.service.runJob('note incoming money');
  };
  expect((await citra.client.get(choices)).body).toEqual(off);
  await send(1000);
  service.clock.advanceSeconds(1);
  expect((await citra.client.patch(choices, { mailsIncoming: true })).body).toEqual(on);
  // Turning it on again changes nothing.
  expect((await citra.client.patch(choices, { mailsIncoming: true })).body).toEqual(on);
  await send(2000);
  const [mail] = await mailed(citra.email);
  expect(mail).toContain(`Rp2,000 came in from ${budi.pid}`);
  expect(mail).toContain('Uang masuk / You received money');
  expect(mail).not.toContain('/not-me');
  expect(mail).toContain('turned on emails for incoming money');
  expect((await citra.client.get('/v1/identity/export')).body.notices.mailsIncomingFrom).toBeTruthy();
  expect((await citra.client.patch(choices, { mailsIncoming: false })).body).toEqual(off);
  await send(3000);
  await expect.poll(waiting).toBe(0);
  expect(mailsTo(citra.email)).toHaveLength(1);
});
