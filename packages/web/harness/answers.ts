/** Answers of /v1 for looking at pages without a server; shapes as in the contract. */
export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

export type Answers = Readonly<Record<string, Answer>>;

const IN_A_WHILE = new Date(Date.now() + 14 * 60_000).toISOString();

const refusal = (statusCode: number, message: string | string[]): Answer => ({
  status: statusCode,
  body: { statusCode, message },
});

export const SIGNED_OUT: Answers = {
  'GET /v1/auth/providers': {
    body: [
      { id: 'google', name: 'Google' },
      { id: 'twitch', name: 'Twitch' },
      { id: 'dev', name: 'Development sign-in' },
    ],
  },
  'POST /v1/auth/refresh': refusal(401, 'Unauthorized'),
  'GET /v1/identity/me': refusal(401, 'Unauthorized'),
  'GET /v1/auth/claim': refusal(400, 'No pending claim, sign in again'),
};

export const CLAIMING: Answers = {
  ...SIGNED_OUT,
  'GET /v1/auth/claim': {
    body: {
      provider: 'Google',
      email: 'raka.pratama@example.com',
      expiresAt: IN_A_WHILE,
      suggestions: ['raka_pratama', 'raka77', 'rakapro'],
    },
  },
  'GET /v1/auth/handles/raka_77': { body: { handle: 'raka_77', available: true } },
  'GET /v1/auth/handles/budi': { body: { handle: 'budi', available: false, reason: 'taken' } },
  'POST /v1/auth/claim': { body: { ok: true, pid: 'raka_77@pid' } },
};

export const CLAIMING_FOR_APP: Answers = {
  ...CLAIMING,
  'GET /v1/auth/claim': {
    body: {
      provider: 'Google',
      email: 'raka.pratama@example.com',
      expiresAt: IN_A_WHILE,
      suggestions: ['raka_pratama', 'raka77'],
      app: { name: 'Star Paddle', verified: true, origin: 'https://starpaddle.example', logoUrl: null },
    },
  },
};

export const CLAIM_EXPIRED: Answers = {
  ...SIGNED_OUT,
  'GET /v1/auth/claim': refusal(410, 'Claim ticket expired, sign in again'),
};

export const SIGNED_IN: Answers = {
  ...SIGNED_OUT,
  'POST /v1/auth/refresh': { body: { ok: true } },
  'POST /v1/auth/logout': { body: { ok: true } },
  'GET /v1/identity/me': {
    body: { pid: 'raka_77@pid', status: 'active', createdAt: '2026-03-04T09:12:00.000Z' },
  },
  'GET /v1/identity/credentials': {
    body: [
      {
        id: '7b0c1b1e-3f0f-4a55-9a51-0d8c3c0a9f11',
        provider: 'google',
        linkedAt: '2026-03-04T09:12:00.000Z',
        email: 'raka.pratama@example.com',
        lastLoginAt: '2026-11-02T18:40:00.000Z',
      },
      {
        id: '2f1f4dd8-9a66-4d7e-8d3c-6d3c7e8b1a22',
        provider: 'passkey',
        linkedAt: '2026-03-05T10:00:00.000Z',
        email: 'raka.pratama@example.com',
        lastLoginAt: '2026-11-10T07:05:00.000Z',
      },
    ],
  },
};

export const SUSPENDED: Answers = {
  ...SIGNED_IN,
  'GET /v1/identity/me': {
    body: {
      pid: 'very_long_handle_20x@pid',
      status: 'suspended',
      createdAt: '2026-03-04T09:12:00.000Z',
    },
  },
};

export const BROKEN: Answers = {
  ...SIGNED_IN,
  'GET /v1/identity/me': refusal(500, 'Internal Server Error'),
};
