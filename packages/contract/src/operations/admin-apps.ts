import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, instant, literals, nullable, page, pageQuery, pid, words } from '../schemas.ts';
import { rating } from '../shapes/families.ts';
import { adminReason } from './admin.ts';

const clientId = words('Public identifier of the app.');
const status = literals(['active', 'paused'], {
  description: '`active`, or `paused`: logins, tokens and payments through the app are refused.',
});

const administeredApp = Type.Object(
  {
    client_id: clientId,
    name: words('Name of the app.'),
    owner: described(pid, 'pid of the owner, handle@pid.'),
    origins: Type.Array(Type.String(), { description: 'https origins that login codes can be sent to.' }),
    verified: flag('Whether an administrator has verified the app.'),
    rating: rating('Age rating by IGRS, as the owner states it; null for none.'),
    ratingConfirmed: flag('Whether an administrator has confirmed the rating.'),
    status,
    pausedBy: Type.Optional(
      literals(['admin', 'owner'], {
        description:
          '`admin`: an administrator paused the app. `owner`: its owner is suspended. Absent while the app is active.',
      }),
    ),
    pauseReason: Type.Optional(words('Reason that the owner can read. Absent if none was given.')),
    createdAt: instant('Time of the registration.'),
  },
  { title: 'AdministeredApp' },
);

const change = {
  access: 'admin',
  stepUp: 'assertion',
  params: Type.Object({
    client_id: described(Type.String({ maxLength: 64 }), 'Public identifier of the app.'),
  }),
  errors: ['not_found'],
  example: { client_id: 'app_example' },
} as const;

const mark = {
  ...change,
  body: nullable(Type.Object({ reason: adminReason })),
  reply: Type.Object({
    client_id: clientId,
    verified: flag('Whether the app is verified now.'),
  }),
} as const;

const pause = {
  ...change,
  machineRole: 'support',
  body: Type.Object({ reason: adminReason }),
  reply: Type.Object({ client_id: clientId, status }),
  errors: [...change.errors, 'app_status_unchanged'],
} as const;

export const adminApps = declare('admin', {
  searchApps: {
    summary: 'Lists apps whose name, client_id or owner starts with a text',
    access: 'admin',
    query: Type.Object({
      query: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Start of the name, the client_id or the owner’s pid. If absent, all apps are listed.',
        }),
      ),
      ...pageQuery,
    }),
    reply: page(administeredApp),
    example: { query: 'app_example' },
  },
  verifyApp: {
    ...mark,
    errors: [...mark.errors, 'own_app'],
    summary: 'Verifies an app',
    description:
      'The app gets a badge on the consent screen, and players who have connected it do not pay the service’s fee on rupiah. Fees of the app, of payment providers and of the chain still apply.',
  },
  unverifyApp: { ...mark, summary: 'Removes the verification of an app' },
  pauseApp: {
    ...pause,
    summary: 'Pauses an app',
    description: 'Logins, tokens and payments through the app are refused until it is resumed.',
  },
  resumeApp: {
    ...pause,
    errors: [...pause.errors, 'own_app'],
    summary: 'Resumes an app that an administrator paused',
    description: 'If the owner of the app is suspended, the app stays paused.',
  },
});
