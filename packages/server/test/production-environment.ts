import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** A secret key in the format of the Solana tools: seed and public key as 64 numbers. */
function keypairText(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  return JSON.stringify(
    Array.from(Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])),
  );
}

/** The minimum settings of a node on a public address. */
export const productionEnvironment = {
  PID_BASE_URL: 'https://pid.example',
  PID_PROVIDERS: JSON.stringify([
    { id: 'google', issuer: 'https://accounts.google.com', clientId: 'c', clientSecret: 's' },
  ]),
  PID_SOLANA_RPC_URL: 'https://rpc.example',
  PID_RELAYER_KEY: keypairText(),
  PID_REGISTRAR_KEY: keypairText(),
  PID_PLAY_SPONSOR_KEY: keypairText(),
  PID_MASTER_KEY: randomBytes(32).toString('base64'),
};
