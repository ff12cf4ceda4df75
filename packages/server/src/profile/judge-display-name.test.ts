import { expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { nameFlaw } from './judge-display-name.ts';

test.each([
  ['PID ✓', 'badge'],
  ['Budi ✅', 'badge'],
  ['Bu\u200Bdi', 'badge'],
  ['PID', 'imitates'],
  ['P.I.D', 'imitates'],
  ['P1D Support', 'imitates'],
  ['Admin', 'imitates'],
  ['Ádmin', 'imitates'],
  ['@dmin resmi', 'imitates'],
  ['ratu@pid', 'imitates'],
  ['Ratu @P1D', 'imitates'],
  ['ΡΙD Resmi', 'mixed_scripts'],
  ['Вudi', 'mixed_scripts'],
  ['𝐏𝐈𝐃', 'imitates'],
  ['ᴘɪᴅ', 'imitates'],
  ['ᴀᴅᴍɪɴ', 'imitates'],
  ['ꓑꓲꓓ', 'imitates'],
  ['P∣D', 'imitates'],
  ['PlD', 'imitates'],
  ['🅿🅸🅳 Support', 'imitates'],
  ['🅟🅘🅓', 'imitates'],
  ['🇵🇮🇩', 'imitates'],
  ['ᑭID', 'mixed_scripts'],
  ['\u3164', 'badge'],
  ['\u2800', 'badge'],
  ['Bu\uFE0Fdi', 'badge'],
] as const)('refuses %s: %s', (name, flaw) => {
  expect(nameFlaw(name)).toBe(flaw);
});

test.each([
  'Budi Santoso',
  'Citra_D',
  'Дмитрий',
  'Sri Mulyani 2',
  'Rapid',
  'Stupid Bunny',
  'Ñandú',
  'さくら',
  '🔥 Raka 🔥',
  '❤️ Raka',
  'Budi 🇮🇩',
  '葛\u{E0100}飾',
  'محمد',
  'Paul Deni',
  'Cs Lewis Fan'.replace('Cs ', 'CsL '),
])('accepts %s', (name) => {
  expect(nameFlaw(name)).toBeNull();
});

test('refuses an imitating name with its reason and does not change the profile', async () => {
  const service = await startTestService();
  const { client } = await newPlayer(service);
  const refused = await client.patch('/v1/profile', { displayName: 'PID Support', bio: 'x' });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('pid-error')).toContain('name_refused');
  expect(refused.headers.get('pid-error')).toContain('reason=imitates');
  expect((await client.get('/v1/profile')).body).toMatchObject({ displayName: null, bio: null });
});
