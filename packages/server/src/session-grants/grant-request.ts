import { Type, type Static } from 'typebox';
import { schemas } from '../platform/http/index.ts';

export const keyRule = 'must be a 32-byte key in base58';
export const u64Rule = 'must be a decimal string of an unsigned 64-bit integer';

const keyPattern = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';
const u64Pattern = '^(0|[1-9][0-9]{0,19})$';

export const keySchema = schemas.text(keyPattern, keyRule);
const unixSeconds = (description: string) => schemas.unixSeconds({ description });

export const registerSessionFields = {
  vault: schemas.text(keyPattern, keyRule, {
    description: 'Vault account address the session attaches to',
  }),
  accountId: schemas.text('^0x[0-9a-fA-F]{64}$', 'must be 0x followed by 64 hex characters', {
    description: 'sha256 of the pid',
  }),
  sessionPubkey: schemas.text(keyPattern, keyRule, { description: 'Ed25519 session public key' }),
  allowedProgram: schemas.text(keyPattern, keyRule, {
    description: 'The single allowlisted game program',
  }),
  expiresAt: unixSeconds('Session hard expiry, unix seconds, at most 24 hours ahead'),
  recordedHasAuthority: Type.Boolean({
    description: 'Whether the game program currently has an upgrade authority',
  }),
  recordedAuthority: Type.Optional(
    schemas.text(keyPattern, keyRule, {
      description:
        'Upgrade authority at registration. Required when recordedHasAuthority is true, otherwise not signed',
    }),
  ),
  recordedSlot: schemas.text(u64Pattern, u64Rule, {
    description: 'Program-data slot at registration',
  }),
  deadline: unixSeconds('Owner-authorization deadline, unix seconds, at most 600 seconds ahead'),
  nonce: schemas.text(u64Pattern, u64Rule, {
    description: 'Owner nonce that the registration consumes',
  }),
};

export const registerSession = Type.Object(registerSessionFields, { title: 'RegisterSession' });

export type RegisterSession = Static<typeof registerSession>;
