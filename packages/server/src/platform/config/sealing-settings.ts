import { readMasterKey, readText } from './readers.ts';
import { optional } from './setting.ts';

/** The key that seals the secrets in the database, and where it comes from. */
export const sealingSettings = {
  masterKey: optional(
    {
      variable: 'PID_MASTER_KEY',
      meaning:
        'Key that seals the secrets in the database: 32 bytes in base64 or hex, the same on every node',
      unset: 'PID_MASTER_KEY_FILE; without it one is made in the data folder, on loopback only',
      secret: true,
    },
    readMasterKey,
  ),
  masterKeyFile: optional(
    { variable: 'PID_MASTER_KEY_FILE', meaning: 'File with that key', unset: 'PID_MASTER_KEY' },
    readText,
  ),
  masterKeyPrevious: optional(
    {
      variable: 'PID_MASTER_KEY_PREVIOUS',
      meaning: 'The key before, which still opens what it sealed until `pid keys reseal` has run',
      unset: 'none',
      secret: true,
    },
    readMasterKey,
  ),
} as const;
