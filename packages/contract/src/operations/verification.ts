import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { described, instant, literals, nullable, page, pageQuery, pid, text, words } from '../schemas.ts';
import { app, clientIdParams } from '../shapes/apps.ts';
import { pauseReasonPattern } from './admin.ts';

const about = text(
  String.raw`^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{20,1000}$`,
  'must be 20-1000 characters',
  {
    description:
      'Who you are, how to contact you, and what the app does with the data that it reads. 20-1000 characters.',
  },
);
const reason = text(pauseReasonPattern, 'must be 1-200 characters in one line', {
  description: 'Reason that the owner of the app can read, 1-200 characters in one line.',
});

const verification = Type.Object(
  {
    status: literals(['none', 'pending', 'refused', 'verified'], {
      description:
        '`none`: not requested. `pending`: waiting for an administrator. `refused`: an administrator refused. `verified`: the app is verified.',
    }),
    about: nullable(words('Text of the request; null if there is none.')),
    askedAt: nullable(
      instant('Time of the request; null if there is none. Changing a pending request does not change it.'),
    ),
    decidedAt: nullable(instant('Time of the administrator’s decision; null if there is none.')),
    reason: nullable(words('Reason of the refusal; null if it was not refused.')),
  },
  { title: 'Verification' },
);

const ofApp = { access: 'user', params: clientIdParams, errors: ['no_such_app'] } as const;
const example = { client_id: 'app_example' };

export const verifications = declare('apps', {
  askVerification: {
    ...ofApp,
    summary: 'Requests the verification of an app',
    description: 'A second request while one is pending replaces its text.',
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
    summary: 'Returns the verification status of an app',
    reply: verification,
    example,
  },
});

const {
  client_id: clientId,
  name,
  logoUrl,
  cover,
  texts,
  playUrl,
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
    summary: 'Lists the apps that wait for verification, oldest request first',
    access: 'admin',
    query: Type.Object(pageQuery),
    reply: page(
      Type.Object(
        {
          client_id: clientId,
          name,
          logoUrl,
          cover,
          texts,
          playUrl,
          origins,
          redirectUris,
          deviceFlow,
          feeBps,
          feeFlat,
          owner: described(pid, 'pid of the owner.'),
          about: words('Text of the owner’s request.'),
          askedAt: instant('Time of the request.'),
          version: words(
            'Version of the data shown here. Send it when you approve, so that a change in between is detected.',
          ),
        },
        { title: 'WaitingApp' },
      ),
    ),
    example: { limit: 20 },
  },
  approveVerification: {
    ...decision,
    summary: 'Verifies an app that requested it',
    description:
      'The owner gets a notice. If the app has changed since `version`, the request is refused with `app_changed`.',
    body: Type.Object({
      version: Type.String({ maxLength: 64, description: '`version` from the list of waiting apps.' }),
    }),
    errors: ['not_found', 'app_changed', 'own_app'],
    example: { ...example, version: '5d41402abc4b2a76b9719d911017c592' },
  },
  refuseVerification: {
    ...decision,
    summary: 'Refuses to verify an app',
    description: 'The owner gets a notice with the reason.',
    body: Type.Object({ reason }),
    errors: ['not_found'],
    example: { ...example, reason: 'The privacy notice of the game is missing.' },
  },
});
