import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { flag, instant, literals, okReply } from '../schemas.ts';
import { loginRequest } from '../shapes/apps.ts';

const userCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description:
    'Code that the device shows: 8 letters in the form XXXX-XXXX. Lowercase letters and a missing hyphen are accepted.',
});

const ownCode = {
  access: 'user',
  limit: 'signin',
  errors: ['no_such_device_code'],
} as const;

/** Used by the page /device. The device itself uses RFC 8628 at /oidc/device_authorization and /oidc/token. */
export const deviceLogin = declare('auth', {
  describeDevice: {
    ...ownCode,
    summary: 'Returns the login request of a device',
    description:
      'After ten wrong codes of one player within 10 minutes, or a hundred from one network address, the response is 429. The page asks the player to compare the code before the player allows the login.',
    query: Type.Object({ user_code: userCode }),
    reply: Type.Object(
      {
        app: loginRequest.properties.app,
        scopes: loginRequest.properties.scopes,
        requestedAt: instant('Time of the device’s request.'),
        expiresAt: instant('Time until which the player can decide: 5 minutes after the request.'),
        nearby: flag(
          'Whether the device is on the same network as this browser (same IPv4 /24 or IPv6 /64). If false, the page warns the player and requires the code to be typed, even if it was in the link.',
        ),
      },
      { title: 'DeviceLogin' },
    ),
    example: { user_code: 'BCDF-GHJK' },
  },
  decideDevice: {
    ...ownCode,
    summary: 'Allows or denies the login of a device',
    description: 'A request can be decided once. The device gets the result with its next poll.',
    body: Type.Object({
      userCode,
      decision: literals(['allow', 'deny'], { description: 'Decision of the player.' }),
    }),
    reply: okReply,
    errors: [...ownCode.errors, 'parent_forbids'],
    example: { userCode: 'BCDF-GHJK', decision: 'allow' },
  },
});
