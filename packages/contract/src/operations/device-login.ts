import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { flag, instant, literals, okReply } from '../schemas.ts';
import { loginRequest } from '../shapes/apps.ts';

const userCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description:
    'The code that the device shows: 8 letters, XXXX-XXXX; small letters and a missing hyphen are fine.',
});

const ownCode = {
  access: 'user',
  limit: 'signin',
  errors: ['no_such_device_code'],
} as const;

/** Behind the page /device. The device itself speaks RFC 8628, at /oidc/device_authorization and /oidc/token. */
export const deviceLogin = declare('auth', {
  describeDevice: {
    ...ownCode,
    summary: 'What a device asks for, by the code that it shows',
    description:
      'Ten wrong codes of one player in 10 minutes, or a hundred from one address, are answered 429. The page asks the player to compare before anything is allowed.',
    query: Type.Object({ user_code: userCode }),
    reply: Type.Object(
      {
        app: loginRequest.properties.app,
        scopes: loginRequest.properties.scopes,
        requestedAt: instant('When the device asked.'),
        expiresAt: instant('Until when it can be decided: 5 minutes after that.'),
        nearby: flag(
          'Whether it asked from the network of this browser (the same IPv4 /24 or IPv6 /64). When false the page warns, and takes the code from no link.',
        ),
      },
      { title: 'DeviceLogin' },
    ),
    example: { user_code: 'BCDF-GHJK' },
  },
  decideDevice: {
    ...ownCode,
    summary: 'Lets the device in, or not',
    description: 'Decided once; the device learns it when it asks next.',
    body: Type.Object({
      userCode,
      decision: literals(['allow', 'deny'], { description: 'What the player chose.' }),
    }),
    reply: okReply,
    example: { userCode: 'BCDF-GHJK', decision: 'allow' },
  },
});
