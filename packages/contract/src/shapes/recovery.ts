import { Type } from 'typebox';
import { described, flag, instant, integer, literals, nullable, uuid, words } from '../schemas.ts';
import { u64 } from './chain.ts';

export const key = (description: string) =>
  words(`${description}: compressed P-256 point, unpadded base64url.`);
export const kind = literals(['passkey', 'sheet', 'account'], {
  description: 'Another passkey of the player, a sheet of twelve words, or another player.',
});
export const policyNonce = u64(
  'Nonce of the policy, 0 before there is one; policy, cancelling and finish raise it',
);
export const mode = literals(['chain', 'database'], {
  description:
    'Chain: guardians decide, on the chain. Database: no wallet or no policy; seven days, kept by the service, and a vault stays with its lost passkey.',
});
export const number = words(
  '20 digits in five groups of four, to compare by phone: of account, policy and new passkey.',
);

const policy = Type.Object(
  {
    guardians: Type.Array(
      Type.Object({
        kind,
        publicKey: nullable(key('Of a passkey or a sheet; null of a player')),
        pid: nullable(words('Of a player; null of a key, and of a player whom the service does not know.')),
        barredUntil: nullable(instant('Until then this guardian cannot approve: a recovery was cancelled.')),
        left: flag('Whether this player no longer wants to be a guardian, or has deleted the identity.'),
      }),
    ),
    threshold: integer('How many of them must agree.'),
    delaySeconds: integer('How long the current passkey may cancel, once they do.'),
    reachable: flag('Whether the guardians who have not left are enough.'),
  },
  { title: 'RecoveryPolicy' },
);

const pending = Type.Object(
  {
    id: described(uuid, 'Name of the recovery here.'),
    mode,
    newAuthority: key('The passkey that would take over'),
    number,
    startedAt: instant('When it began.'),
    readyAt: nullable(instant('From then on it can be finished; null while approvals are missing.')),
    approvals: Type.Array(integer('Place of a guardian in the policy, from 0.'), {
      description: 'Guardians whose approval stands.',
    }),
  },
  { title: 'RecoveryAttempt' },
);

export const recoveryView = Type.Object(
  {
    policy: nullable(policy),
    policyNonce,
    attempt: nullable(
      Type.Object({
        id: nullable(
          described(
            uuid,
            'Name of the recovery here; null until blocks are final, for one that was begun elsewhere.',
          ),
        ),
        newAuthority: key('The passkey that would take over'),
        votes: Type.Array(
          Type.Object({
            guardian: integer('Place of the guardian in the policy, from 0.'),
            votedAt: instant('When they approved.'),
          }),
        ),
        readyAt: instant('From then on anyone may finish it.'),
        lapsesAt: instant('From then on nobody can.'),
      }),
    ),
    mode,
    pending: Type.Array(pending, { description: 'Recoveries that were begun here and are not over.' }),
    chainTime: integer('Time of the chain, unix seconds.'),
    activated: flag('Whether there is a wallet that guardians could bring back.'),
  },
  { title: 'Recovery' },
);
