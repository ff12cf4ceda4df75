import { readMasterKey, readText } from './readers.ts';
import { optional, secret } from './setting.ts';

export const sealingSettings = {
  masterKey: secret(
    'PID_MASTER_KEY',
    'Key that seals the secrets in the database: 32 bytes in base64 or hex, the same on every node',
    readMasterKey,
    'PID_MASTER_KEY_FILE; without it a key is created in the data folder, on loopback only',
  ),
  masterKeyFile: optional('PID_MASTER_KEY_FILE', 'File with that key', readText, 'PID_MASTER_KEY'),
  masterKeyPrevious: secret(
    'PID_MASTER_KEY_PREVIOUS',
    'The previous key, which still opens the secrets that it sealed until `pid keys reseal` has run',
    readMasterKey,
    'none',
  ),
} as const;
