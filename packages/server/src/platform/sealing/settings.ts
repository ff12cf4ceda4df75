import { optional, readText, secret, type Reader, type Values } from '../config/index.ts';

/** 32 bytes in base64 (plain or URL-safe) or hex. */
export const readMasterKey: Reader<Buffer> = (text) => {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (bytes?.length !== 32)
    throw new Error('must be 32 bytes in base64 or hex; create a key with `openssl rand -base64 32`');
  if (bytes.every((byte) => byte === bytes[0])) throw new Error('must be random bytes');
  return bytes;
};

export const sealingSettings = {
  masterKey: {
    ...secret(
      'PID_MASTER_KEY',
      'Key that seals the secrets in the database: 32 bytes in base64 or hex, the same on every node',
      readMasterKey,
      'PID_MASTER_KEY_FILE; without it a key is created in the data folder, on loopback only',
    ),
    // The setting below, which is read where the key is needed.
    fileVariable: null,
  },
  masterKeyFile: optional('PID_MASTER_KEY_FILE', 'File with that key', readText, 'PID_MASTER_KEY'),
  masterKeyPrevious: secret(
    'PID_MASTER_KEY_PREVIOUS',
    'The previous key, which still opens the secrets that it sealed until `pid keys reseal` has run',
    readMasterKey,
    'none',
  ),
} as const;

export function sealingProblems({
  masterKey,
  masterKeyFile,
  loopback,
}: Values<typeof sealingSettings> & { readonly loopback: boolean }): string[] {
  if (masterKey && masterKeyFile)
    return ['PID_MASTER_KEY and PID_MASTER_KEY_FILE are both set: set only one of them'];
  return masterKey || masterKeyFile || loopback
    ? []
    : [
        'PID_MASTER_KEY is not set: it seals the signing keys in the database, so that a copy of the database cannot sign; create one with `openssl rand -base64 32` and set the same on every node',
      ];
}
