import { Type } from 'typebox';
import { described, instant, literals, pid, text } from '../schemas.ts';

export const handlePattern = '^[a-z0-9_]{3,20}$';
export const handleRule = 'must be 3-20 characters of lowercase letters, digits and underscore';
export const handle = text(handlePattern, handleRule, {
  description: 'The name before @pid: chosen once, never changed, reused or reassigned.',
});

export const identityFields = {
  pid: described(pid, 'The permanent name of the player: handle@pid.'),
  status: literals(['active', 'suspended', 'deleted'], {
    description: 'Suspended may read, not write; deleted is for good, and its handle stays taken.',
  }),
  createdAt: instant('When the handle was claimed.'),
};

export const identity = Type.Object(identityFields, { title: 'Identity' });
