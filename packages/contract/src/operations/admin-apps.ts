import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, flag, instant, literals, nullable, page, pageQuery, pid, words } from '../schemas.ts';
import { adminReason } from './admin.ts';

const clientId = words('The public name of the app.');
const status = literals(['active', 'paused'], {
  description: 'Paused: no logins, tokens or payments through it.',
});

const administeredApp = Type.Object(
  {
    client_id: clientId,
    name: words('What the app calls itself.'),
    owner: described(pid, 'Who registered it: handle@pid.'),
    origins: Type.Array(Type.String(), { description: 'https origins that login codes may go to.' }),
    verified: flag('Whether an administrator marked it as a partner.'),
    status,
    pausedBy: Type.Optional(
      literals(['admin', 'owner'], {
        description: '`owner` when its owner is suspended; absent while it is active.',
      }),
    ),
    pauseReason: Type.Optional(words('What its owner was told; absent without one.')),
    createdAt: instant('When it was registered.'),
  },
  { title: 'AdministeredApp' },
);

const change = {
  access: 'admin',
  stepUp: 'assertion',
  params: Type.Object({
    client_id: described(Type.String({ maxLength: 64 }), 'The public name of the app.'),
  }),
  errors: ['not_found'],
  example: { client_id: 'app_example' },
} as const;

const mark = {
  ...change,
  body: nullable(Type.Object({ reason: adminReason })),
  reply: Type.Object({
    client_id: clientId,
    verified: flag('Whether it has the mark now.'),
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
    summary: 'Apps whose name, client_id or owner begins with the query',
    access: 'admin',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ maxLength: 64, description: 'How one of them begins; all apps without it.' }),
      ),
      ...pageQuery,
    }),
    reply: page(administeredApp),
    example: { query: 'app_example' },
  },
  verifyApp: {
    ...mark,
    errors: [...mark.errors, 'own_app'],
    summary: 'Marks an app as a verified partner',
    description:
      'It shows a badge on the consent screen, and its users pay 0% of the service’s own fiat fee; fees of the app, of payment providers and of the chain still apply.',
  },
  unverifyApp: { ...mark, summary: 'Takes the mark back' },
  pauseApp: { ...pause, summary: 'No logins, tokens or payments through the app until it is resumed' },
  resumeApp: { ...pause, summary: 'Ends an administrator’s pause; a suspended owner’s stays' },
});
