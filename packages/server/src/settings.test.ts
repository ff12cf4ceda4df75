import { describe, expect, test } from 'vitest';
import { problemsOf } from '../test/problems-of.ts';
import { productionEnvironment } from '../test/production-environment.ts';
import { loadConfig, unknownVariables } from './settings.ts';

test('needs no settings on loopback', () => {
  const config = loadConfig({});
  expect([config.baseUrl.origin, config.host, config.port, config.loopback]).toEqual([
    'http://localhost:4100',
    'localhost',
    4100,
    true,
  ]);
});

test('the base URL follows the port', () => {
  expect(loadConfig({ PID_PORT: '4200' }).baseUrl.origin).toBe('http://localhost:4200');
});

test('reports all problems together, each with the name of its variable', () => {
  const problems = problemsOf({ PID_PORT: 'many', PID_RATE_LIMIT: '-1', PID_CLAIM_TTL_SECONDS: '1.5' });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PID_PORT',
    'PID_RATE_LIMIT',
    'PID_CLAIM_TTL_SECONDS',
  ]);
});

test('explains a PID_PORT that Kubernetes has set for a Service called pid', () => {
  expect(problemsOf({ PID_PORT: 'tcp://10.0.0.1:80' })).toEqual([
    expect.stringMatching(/^PID_PORT is tcp:.*enableServiceLinks: false/),
  ]);
});

test('reports a misspelt variable', () => {
  expect(unknownVariables({ PID_PROT: '1', HOME: '/' })).toEqual([
    'PID_PROT is not a setting: `pid doctor` lists them all',
  ]);
});

describe('a public address', () => {
  test('starts when everything it needs is set', () => {
    expect(problemsOf(productionEnvironment)).toEqual([]);
  });

  test('refuses to start without a cluster and keys', () => {
    const { PID_SOLANA_RPC_URL: _url, PID_RELAYER_KEY: _key, ...rest } = productionEnvironment;
    expect(problemsOf(rest)).toEqual([
      expect.stringContaining('PID_SOLANA_RPC_URL'),
      expect.stringContaining('PID_RELAYER_KEY'),
    ]);
  });

  test('refuses to start with rate limits turned off', () => {
    expect(problemsOf({ ...productionEnvironment, PID_RATE_LIMIT: '0' })).toEqual([
      expect.stringContaining('PID_RATE_LIMIT is 0, which turns rate limits off'),
    ]);
    expect(problemsOf({ ...productionEnvironment, PID_RATE_LIMIT: '100' })).toEqual([]);
  });

  test('refuses to start without https', () => {
    expect(problemsOf({ ...productionEnvironment, PID_BASE_URL: 'http://pid.example' })).toEqual([
      expect.stringContaining('must be https'),
    ]);
  });

  test('refuses to start with the development sign-in', () => {
    expect(problemsOf({ PID_BASE_URL: 'https://pid.example' }).join()).toContain('PID_PROVIDERS is not set');
  });

  test('refuses to start with the embedded chain or with keys that the service created', () => {
    const { PID_BASE_URL, PID_PROVIDERS } = productionEnvironment;
    expect(problemsOf({ PID_BASE_URL, PID_PROVIDERS }).map((problem) => problem.split(' ')[0])).toEqual([
      'PID_SOLANA_RPC_URL',
      'PID_RELAYER_KEY',
      'PID_REGISTRAR_KEY',
      'PID_PLAY_SPONSOR_KEY',
      'PID_MASTER_KEY',
    ]);
  });

  test('needs a master key, as a value or as a file but not as both, and says how to create one', () => {
    const { PID_MASTER_KEY, ...rest } = productionEnvironment;
    expect(problemsOf(rest)).toEqual([
      expect.stringMatching(/^PID_MASTER_KEY is not set: .*openssl rand -base64 32/),
    ]);
    const withFile = { ...rest, PID_MASTER_KEY_FILE: '/etc/pid/master-key' };
    expect(problemsOf(withFile)).toEqual([]);
    expect(problemsOf({ ...withFile, PID_MASTER_KEY })).toEqual([expect.stringContaining('both set')]);
  });

  test.each([['a'.repeat(42)], ['ab'.repeat(16)], ['00'.repeat(32)], ['x y'.repeat(15)]])(
    'refuses the invalid master key %s',
    (key) => {
      expect(problemsOf({ ...productionEnvironment, PID_MASTER_KEY: key })).toEqual([
        expect.stringMatching(/^PID_MASTER_KEY must be/),
      ]);
    },
  );

  test.each(['localhost.evil.example', '127.0.0.1.evil.example', 'pid.localhost.example'])(
    'is also %s, which only looks like loopback',
    (host) => {
      expect(problemsOf({ PID_BASE_URL: `http://${host}` }).join()).toContain('must be https');
    },
  );
});

test('sets limits of single classes by name and refuses unknown names', () => {
  expect(loadConfig({ PID_RATE_LIMITS: 'read=2400, claim=30' }).rateLimits).toEqual({
    read: 2400,
    claim: 30,
  });
  for (const wrong of ['reed=1', 'read=0', 'read', 'toString=1'])
    expect(problemsOf({ PID_RATE_LIMITS: wrong })).toEqual([
      expect.stringMatching(/^PID_RATE_LIMITS must be/),
    ]);
});

test('a public address without a chain needs none of its keys', () => {
  const { PID_BASE_URL, PID_PROVIDERS, PID_MASTER_KEY } = productionEnvironment;
  expect(problemsOf({ PID_BASE_URL, PID_PROVIDERS, PID_MASTER_KEY, PID_CHAIN: 'off' })).toEqual([]);
});

test('operators change retention times by name, but not below their minimum', () => {
  expect(loadConfig({}).retentionDays).toEqual({
    sessions: 90,
    notices: 180,
    audit_origins: 180,
    security_events: 180,
    security_networks: 30,
    payment_notices: 90,
    money_texts: 180,
    settlement_accounts: 3650,
    family_requests: 400,
  });
  expect(loadConfig({ PID_RETENTION_DAYS: 'sessions=30, notices=60' }).retentionDays).toMatchObject({
    sessions: 30,
    notices: 60,
    audit_origins: 180,
  });
  for (const wrong of ['audit_origins=29', 'sessions', 'toString=30', 'sessions=9999'])
    expect(problemsOf({ PID_RETENTION_DAYS: wrong })).toEqual([
      expect.stringMatching(/^PID_RETENTION_DAYS must be names with days/),
    ]);
});
