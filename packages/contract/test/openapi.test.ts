import { describe, expect, test } from 'vitest';
import {
  errorTable,
  limitClasses,
  operations,
  standardEndpoints,
  type Operation,
  type StandardEndpoint,
} from '../src/index.ts';
import { openApiDocument } from '../src/openapi/index.ts';

const declared: readonly Operation[] = Object.values(operations);

interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly 'x-codes'?: Readonly<Record<string, { meaning: string; context?: Record<string, string> }>>;
}
interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { name: string; in: string; example?: unknown }[];
  readonly requestBody?: { content: { 'application/json': { example?: unknown } } };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-limit': {
    class: keyof typeof limitClasses;
    requestsPerMinute?: number;
    requestsPerHour?: number;
    per?: string;
  };
}

const standard: readonly StandardEndpoint[] = Object.values(standardEndpoints);
const document = openApiDocument([...declared, ...standard], 'https://pid.example');
const { securitySchemes } = document['components'] as { securitySchemes: Record<string, unknown> };
const described = new Map(
  Object.values(document['paths'] as Record<string, Record<string, Described>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

describe.each(declared)('$operationId', (operation) => {
  const shown = described.get(operation.operationId)!;
  const responses = Object.entries(shown.responses).filter(([, response]) => !('$ref' in response));
  const refusals = responses.filter(([status]) => Number(status) >= 400);

  test('has a success response unless it always fails', () => {
    expect(responses.some(([status]) => Number(status) < 400)).toBe(operation.reply !== null);
  });

  test('lists every error code under its status code', () => {
    for (const [status, { headers, 'x-codes': codes = {} }] of refusals) {
      expect(headers).toHaveProperty('pid-error');
      expect('Retry-After' in headers).toBe(status === '429' || status === '503');
      for (const code of Object.keys(codes))
        expect(errorTable[code as keyof typeof errorTable].status).toBe(Number(status));
    }
    const told = refusals.flatMap(([, { 'x-codes': codes = {} }]) => Object.keys(codes));
    expect(told).toEqual(expect.arrayContaining([...(operation.errors ?? []), 'too_many_requests']));
  });

  test('lists a token only if the operation accepts it', () => {
    const schemes = shown.security.flatMap((entry) => Object.keys(entry));
    for (const scheme of schemes) expect(securitySchemes).toHaveProperty(scheme);
    if (operation.requiresCookie) return expect(schemes).toEqual(operation.requiresCookie);
    expect(schemes.includes('userBearer')).toBe(operation.access === 'reader');
    expect(schemes.includes('machineToken')).toBe(['app', 'app-or-user'].includes(operation.access));
    expect(schemes.includes('pid_access')).toBe(!['public', 'app'].includes(operation.access));
  });

  test('documents rate limit, headers and cookies', () => {
    const limit = shown['x-limit'];
    const requests = limit.requestsPerHour ?? limit.requestsPerMinute;
    const window = limit.requestsPerHour === undefined ? 'a minute' : 'an hour';
    expect(requests).toBe(limitClasses[limit.class]);
    expect(limit.per).toBe(operation.limitPer);
    expect(shown.description).toContain(`At most ${requests} requests ${window}`);
    const namesIn = (where: string) =>
      shown.parameters.flatMap(({ name, in: place }) => (place === where ? [name] : []));
    expect(namesIn('cookie')).toEqual(operation.readsCookies ?? []);
    expect(namesIn('header')).toEqual([
      ...(operation.idempotent ? ['Idempotency-Key'] : []),
      ...(operation.stepUp ? ['pid-assertion'] : []),
    ]);
    const [, success] = responses.find(([status]) => Number(status) < 400) ?? [];
    if (success) expect('Set-Cookie' in success.headers).toBe((operation.setsCookies ?? []).length > 0);
    expect(responses.every(([, { headers: sent }]) => 'Deprecation' in sent === !!operation.deprecated)).toBe(
      true,
    );
  });

  test('splits its example into parameters and body', () => {
    const parts: Record<string, unknown> = {
      ...(shown.requestBody?.content['application/json'].example as object | undefined),
    };
    for (const { name, example } of shown.parameters) if (example !== undefined) parts[name] = example;
    expect(parts).toEqual(operation.example);
  });
});

describe.each(standard)('$operationId', (endpoint) => {
  const { responses, security, requestBody } = described.get(endpoint.operationId)!;

  test('declares its errors by status code', () => {
    for (const [status, errors] of Object.entries(endpoint.refuses))
      expect(Object.keys((responses[status] as { 'x-errors'?: object })['x-errors'] ?? {})).toEqual(errors);
    expect('401' in responses).toBe(endpoint.authenticates !== undefined);
    expect('415' in responses).toBe(endpoint.body !== undefined);
  });

  test('declares a page, a redirect or a JSON response', () => {
    const types = Object.keys(responses['200']?.content ?? {});
    const expected = endpoint.isPage ? ['text/html'] : ['application/json'];
    expect(types).toEqual(endpoint.status === 303 || endpoint.isEmpty ? [] : expected);
    expect('303' in responses).toBe(endpoint.status === 303);
  });

  test('declares its credentials and its form', () => {
    const schemes = security.flatMap((entry) => Object.keys(entry));
    const scheme = { client: ['clientSecret'], player: ['userBearer'], none: [] };
    expect(schemes).toEqual(scheme[endpoint.authenticates ?? 'none']);
    for (const name of schemes) expect(securitySchemes).toHaveProperty(name);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(
      endpoint.body ? ['application/x-www-form-urlencoded', 'application/json'] : [],
    );
  });
});

test('describes every tag', () => {
  const tags = document['tags'] as readonly { name: string; description?: string }[];
  expect(tags.filter(({ description }) => !description)).toEqual([]);
});

test('explains the context of an error code', () => {
  const codes = described.get('sendMoney')?.responses['400']?.['x-codes'];
  expect(codes?.['insufficient_balance']?.context).toEqual({
    needed: expect.stringContaining('Rupiah'),
    available: expect.stringContaining('Rupiah'),
    short: expect.stringContaining('rupiah'),
  });
  expect(
    described.get('sendMoney')?.responses['403']?.['x-codes']?.['step_up_required']?.context,
  ).toHaveProperty('need');
});

test('keeps a description that applies in one place out of the component', () => {
  const shape = { type: 'object', title: 'Shape', properties: {} };
  const reply = {
    type: 'object',
    properties: { never: shape, perhaps: { ...shape, nullable: true, description: 'Null at first.' } },
  };
  const { components, paths } = openApiDocument(
    [{ ...operations.getProfile, reply }],
    'https://pid.example',
  ) as { components: { schemas: unknown }; paths: unknown };
  expect(components.schemas).toHaveProperty('Shape', { type: 'object', properties: {} });
  expect(JSON.stringify(paths)).toContain(
    '"perhaps":{"type":"object","nullable":true,"description":"Null at first.","allOf":[{"$ref":"#/components/schemas/Shape"}]}',
  );
});
