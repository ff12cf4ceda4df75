import { Type } from 'typebox';
import { described, instant, literals, pid, text } from '../schemas.ts';

// mutant (sign-in/claim.test): [a-z0-9_] => [a-zA-Z0-9_]
export const handlePattern = '^[a-z0-9_]{3,20}$';
export const handleRule = 'must be 3-20 characters of lowercase letters, digits and underscore';
export const handle = text(handlePattern, handleRule, {
  description:
    'Handle: the part of the pid before @pid. It is chosen once and never changed, reused or reassigned.',
});

export const identityFields = {
  pid: described(pid, 'Permanent name of the player, in the form handle@pid.'),
  status: literals(['active', 'suspended', 'deleted'], {
    description:
      '`active`: can read and write. `suspended`: an administrator suspended the identity; it can read, but not write. `deleted`: permanent; the handle is never reassigned.',
  }),
  createdAt: instant('Time at which the handle was claimed.'),
};

export const identity = Type.Object(identityFields, { title: 'Identity' });
