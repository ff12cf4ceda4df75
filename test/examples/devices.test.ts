import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './copy-out.ts';

/** Strings that the Python sample and a real service exchange. */
const exchange = [
  '/.well-known/openid-configuration',
  'device_authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'urn:ietf:params:oauth:grant-type:device_code',
  'openid profile',
  'client_id',
  'scope',
  'grant_type',
  'device_code',
  'user_code',
  'verification_uri',
  'verification_uri_complete',
  'interval',
  'access_token',
  'Bearer',
  'sub',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
];

test.each(['pid_login.py', 'PidLogin.cs', 'pid_login.gd', 'pid_login.cpp'])(
  '%s implements the whole exchange and contains no address of a service',
  (file) => {
    const source = readFileSync(path.join(repository, 'examples/devices', file), 'utf8');
    expect(exchange.filter((part) => !source.includes(part))).toEqual([]);
    expect(source.match(/https?:\/\/(?!pid\.example|127\.0\.0\.1:%d)[^\s"']+/g)).toBeNull();
  },
);
