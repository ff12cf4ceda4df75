import { expect, test } from 'vitest';
import { givePasskey, registerSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();

test('refuses a passkey name without visible characters, at registration and renaming', async () => {
  const { client } = await newPlayer(service);
  const refusal = { statusCode: 400, message: ['name must be 1-64 visible characters'] };
  const blanks = ['\u3164', '\u2800\u2800', '\u115F', '\uFE0F', '\u200B'];
  for (const name of blanks)
    expect((await registerSoftPasskey(client, { name })).answer.body).toEqual(refusal);
  const { id } = await givePasskey(client, { name: 'Phone' });
  for (const name of blanks)
    expect((await client.patch(`/v1/passkeys/${id}`, { name })).body).toEqual(refusal);
  for (const name of ['👨‍👩‍👧 laptop', 'ノート', '📱'])
    expect((await client.patch(`/v1/passkeys/${id}`, { name })).body).toMatchObject({ name });
});
