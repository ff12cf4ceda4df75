import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, literals, nullable, page, pageQuery, pid, text, words } from '../schemas.ts';
import { app, clientIdParams } from '../shapes/apps.ts';
import { pauseReasonPattern } from './admin.ts';

const about = text(
  String.raw`^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{20,1000}$`,
  'must be 20-1000 characters',
  { description: 'Who you are, where you can be reached, and what the app does with what it reads.' },
);
const reason = text(pauseReasonPattern, 'must be 1-200 characters in one line', {
  description: 'What the owner of the app is told, 1-200 characters in one line.',
});

const verification = Type.Object(
  {
    status: literals(['none', 'pending', 'refused', 'verified'], {
      description: 'Whether it was asked for, and what an administrator decided.',
    }),
    about: nullable(words('What was written when it was asked for; null when it was not.')),
    askedAt: nullable(instant('When it was asked for last.')),
    decidedAt: nullable(instant('When an administrator decided.')),
    reason: nullable(words('Why it was refused.')),
  },
  { title: 'Verification' },
);

const ofApp = { access: 'user', params: clientIdParams, errors: ['no_such_app'] } as const;
const example = { client_id: 'app_example' };

export const verifications = declare('apps', {
  askVerification: {
    ...ofApp,
    summary: 'Asks the administrators to verify an app; asking again changes what was written',
    body: Type.Object({ about }),
    reply: verification,
    errors: [...ofApp.errors, 'app_verified_already'],
    example: {
      ...example,
      about:
        'We are Studio Kelinci of Bandung, halo@kelinci.example. The game shows the name beside the score.',
    },
  },
  getVerification: {
    ...ofApp,
    summary: 'Whether an app is verified, or what became of asking for it',
    reply: verification,
    example,
  },
});

const {
  client_id: clientId,
  name,
  logoUrl,
  origins,
  redirectUris,
  deviceFlow,
  feeBps,
  feeFlat,
} = app.properties;
const decision = {
  access: 'admin',
  stepUp: 'assertion',
  params: clientIdParams,
  reply: verification,
} as const;

export const verificationAdmin = declare('admin', {
  listVerifications: {
    summary: 'Apps that wait to be verified, the longest waiting first',
    access: 'admin',
    query: Type.Object(pageQuery),
    reply: page(
      Type.Object(
        {
          client_id: clientId,
          name,
          logoUrl,
          origins,
          redirectUris,
          deviceFlow,
          feeBps,
          feeFlat,
          owner: described(pid, 'Who registered it.'),
          about: words('What its owner wrote.'),
          askedAt: instant('When.'),
          version: words(
            'Of what is shown here: approving names it, so that only what was looked at is verified.',
          ),
        },
        { title: 'WaitingApp' },
      ),
    ),
    example: { limit: 20 },
  },
  approveVerification: {
    ...decision,
    summary: 'Verifies an app as it was looked at; its owner is told',
    body: Type.Object({
      version: Type.String({ maxLength: 64, description: 'As the list showed it.' }),
    }),
    errors: ['not_found', 'app_changed', 'own_app'],
    example: { ...example, version: '5d41402abc4b2a76b9719d911017c592' },
  },
  refuseVerification: {
    ...decision,
    summary: 'Refuses to verify an app, with a reason that its owner is told',
    body: Type.Object({ reason }),
    errors: ['not_found'],
    example: { ...example, reason: 'The privacy notice of the game is missing.' },
  },
});
