// Players read the name of an app on the consent screen, beside payments and in mails.
import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const app = await newApp(client);

const ours = 'name must not contain the word PID';
const badge = 'name must not contain ticks or badges';
const mixed = 'name must not mix alphabets';
const hidden = 'name must be 1-60 visible characters';

test.each([
  ['PID', ours],
  ['Pay with PID', ours],
  ['p.i.d games', ours],
  ['РID Wallet', ours],
  ['P1D Store', ours],
  ['The “pid” app', ours],
  ['ᴘɪᴅ', ours],
  ['ꓑꓲꓓ', ours],
  ['P∣D', ours],
  ['PlD Wallet', ours],
  ['ᑭID', ours],
  ['🅿🅸🅳', ours],
  ['🅟🅘🅓 Games', ours],
  ['🄿🄸🄳', ours],
  ['ⓅⒾⒹ', ours],
  ['🇵🇮🇩', ours],
  ['Garena ✓ Verified', badge],
  ['Free Fire ✅', badge],
  ['Free Fire ☑️ Terverifikasi', badge],
  ['✔️ Official', badge],
  ['🛡️ verified by operator', badge],
  ['Gаrena', mixed],
  ['Gαrena', mixed],
  ['\u3164', hidden],
  ['\u2800\u2800', hidden],
  ['\u115F', hidden],
  ['\u0301', hidden],
  ['Gar\u3164ena', hidden],
  ['Gar\uFE0Fena', hidden],
])('refuses the app name %j: %s', async (name, sentence) => {
  const refusal = { statusCode: 400, message: [sentence] };
  const registered = await client.post('/v1/apps', { name, origins: [] });
  expect(registered.body).toEqual(refusal);
  expect(registered.headers.get('pid-error')).toContain(
    sentence === hidden ? 'validation_failed' : 'app_name_refused; reason=',
  );
  expect((await client.patch(`/v1/apps/${app.clientId}`, { name })).body).toEqual(refusal);
});

test.each([
  'Rapid Racer',
  'Stupid Zombies',
  'Spider Pidgin',
  'Cupid',
  'Balap Kelinci',
  'Gem Rush 🎮',
  'Merah Putih 🇮🇩',
  '❤️ Match',
  '1️⃣ Quiz',
  'Official Support',
  'さくらパズル',
  'ポケット RPG',
  '葛\u{E0100}飾ゲーム',
  'لعبة الورق',
  'Шахматы',
  'เกมไพ่',
  '체스',
])('accepts the app name %s', async (name) => {
  const { status, body } = await client.post('/v1/apps', { name, origins: [] });
  expect([status, body.name]).toEqual([201, name]);
});
