import type { GuestRefusal } from '../spend-with-guest.ts';
import { OidcError } from './oidc-error.ts';

export function guestRefused(refusal: GuestRefusal): OidcError {
  return refusal === 'guest_claimed'
    ? new OidcError('guest_claimed', 409, 'Another player has claimed this guest')
    : new OidcError('guest_unknown', 400, 'The app has no guest with this token');
}
