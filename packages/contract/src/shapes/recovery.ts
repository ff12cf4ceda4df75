import { Type } from 'typebox';
import { described, flag, instant, integer, literals, nullable, uuid, words } from '../schemas.ts';
import { u64 } from './chain.ts';

export const key = (description: string) =>
  words(`${description}: compressed P-256 point, in unpadded base64url.`);
export const kind = literals(['passkey', 'sheet', 'account'], {
  description:
    '`passkey`: another passkey of the player. `sheet`: a recovery sheet of twelve words. `account`: another player.',
});
export const policyNonce = u64(
  'Nonce of the policy, 0 before the first policy. Setting a policy, cancelling and finishing a recovery increase it',
);
export const mode = literals(['chain', 'database'], {
  description:
    '`chain`: guardians approve the recovery on the chain. `database`: the identity has no activated wallet or no policy; the service waits seven days, and an activated vault stays with its lost passkey.',
});
export const number = words(
  'Number to compare by phone: 20 digits in five groups of four, computed from the account, the policy and the new passkey.',
);

const policy = Type.Object(
  {
    guardians: Type.Array(
      Type.Object({
        kind,
        publicKey: nullable(key('Key of a passkey or sheet (null for a player)')),
        pid: nullable(
          words('pid of a player; null for a key, and for a player whom this service does not know.'),
        ),
        barredUntil: nullable(
          instant(
            'Time until which this guardian cannot approve, because a recovery was cancelled; null if the guardian can approve.',
          ),
        ),
        left: flag('Whether this player has left as a guardian, or has deleted the identity.'),
      }),
    ),
    threshold: integer('Number of guardians that must approve a recovery.'),
    delaySeconds: integer(
      'Time in which the current passkey can cancel after the last required approval, in seconds.',
    ),
    reachable: flag('Whether enough guardians are left to reach the threshold.'),
  },
  { title: 'RecoveryPolicy' },
);

const pending = Type.Object(
  {
    id: described(uuid, 'Id of the recovery.'),
    mode,
    newAuthority: key('Key of the passkey that would become the authority'),
    number,
    startedAt: instant('Time of the start.'),
    readyAt: nullable(
      instant('Time from which the recovery can be finished; null while approvals are missing.'),
    ),
    approvals: Type.Array(integer('Position of a guardian in the policy, starting at 0.'), {
      description: 'Guardians whose approval is valid.',
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
            'Id of the recovery; null for a recovery that was started outside this service, until it is final on the chain.',
          ),
        ),
        newAuthority: key('Key of the passkey that would become the authority'),
        votes: Type.Array(
          Type.Object({
            guardian: integer('Position of the guardian in the policy, starting at 0.'),
            votedAt: instant('Time of the approval.'),
          }),
        ),
        readyAt: instant('Time from which anyone can finish the recovery.'),
        lapsesAt: instant('Time after which the recovery can no longer be finished.'),
      }),
    ),
    mode,
    pending: Type.Array(pending, {
      description: 'Recoveries that were started in this service and have not ended.',
    }),
    chainTime: integer('Time of the chain, unix timestamp in seconds.'),
    activated: flag('Whether the wallet is activated, so that guardians can recover it.'),
  },
  { title: 'Recovery' },
);
