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
  expect(
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

test('every operation declares its errors with the common error body', () => {
  for (const [path, methods] of Object.entries<
    Record<string, { responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }> }>
  >(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(
        errors.map(([status]) => status),
        `${method} ${path}`,
      ).toContain('429');
      for (const [, response] of errors)
        expect(response.content?.['application/json']?.schema.$ref).toBe('#/components/schemas/ApiError');
    }
  }
});
