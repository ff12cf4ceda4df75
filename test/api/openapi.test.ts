import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { versionOf } from '../../scripts/release/versions.ts';
import { root } from '../support/deploy-files.ts';

const service = await startTestService();
const { body: document, text } = await service.client().get('/v1/openapi.json');

test('the document is OpenAPI 3.0.3, has the version of the release and three authentication schemes', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.0.3', versionOf(root)]);
  expect(document.components.securitySchemes).toMatchObject({
    pid_access: { type: 'apiKey', in: 'cookie', name: 'pid_access' },
    userBearer: { type: 'http', scheme: 'bearer' },
    machineToken: { type: 'oauth2' },
  });
});

test('an independent linter finds no errors', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-server-example.com': 'off',
      'operation-4xx-response': 'error',
      'no-ambiguous-paths': 'off',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  });
  const problems = await lintFromString({ source: text, config });
  // A page shows every error itself.
  const pages = ['~1authorize', '~1oidc~1logout'].map((path) => `#/paths/${path}/get/responses`);
  expect(
    problems
      .filter(({ severity, ruleId, location }) => {
        const isPage = ruleId === 'operation-4xx-response' && pages.includes(location[0]?.pointer ?? '');
        return severity === 'error' && !isPage;
      })
      .map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

interface Described {
  readonly tags: readonly string[];
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
}

const described = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
);
const ofParser = ['408', '431'];
const isPage = ({ responses }: Described) => 'text/html' in (responses['200']?.content ?? {});

test('every operation declares its errors with the error body of its kind', () => {
  for (const operation of described.filter((entry) => !isPage(entry))) {
    const errors = Object.entries(operation.responses).filter(
      ([status]) => Number(status) >= 400 && !ofParser.includes(status),
    );
    for (const status of ofParser)
      expect(operation.responses[status]).toEqual({ $ref: `#/components/responses/${status}` });
    expect(
      errors.map(([status]) => status),
      operation.name,
    ).toContain('429');
    for (const [status, { content }] of errors) {
      const { $ref, oneOf = [] } = content?.['application/json']?.schema ?? {};
      const kind = operation.tags.includes('oidc') && Number(status) < 500 ? 'OAuthError' : 'ApiError';
      expect([$ref, ...oneOf.map((option) => option.$ref)]).toContain(`#/components/schemas/${kind}`);
    }
  }
});

test('describes every endpoint of the discovery document', async () => {
  const { body: discovery } = await service.client().get('/.well-known/openid-configuration');
  const endpoints = Object.entries<string>(discovery)
    .filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri')
    .map(([, address]) => new URL(address).pathname);
  expect(endpoints).toHaveLength(8);
  for (const path of endpoints) expect(document.paths).toHaveProperty([path]);
});

test('refuses another method at a standard endpoint, with the allowed ones', async () => {
  const answer = await service.client().put('/oidc/token', {});
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  const authorize = await service.client().put('/authorize', {});
  expect(authorize.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST']);
});
