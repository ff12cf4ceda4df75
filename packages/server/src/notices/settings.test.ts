import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';

test('a fake push service is allowed on loopback only', () => {
  const settings = { PID_PUSH_TEST_SERVICE: 'http://127.0.0.1:9' };
  expect(problemsOf(settings)).toEqual([]);
  expect(problemsOf({ ...settings, PID_BASE_URL: 'https://pid.example' })).toContainEqual(
    expect.stringContaining('PID_PUSH_TEST_SERVICE is set'),
  );
});

describe('mail settings', () => {
  const server = 'smtps://user:p%40ss@mail.example';
  const sender = 'PID <no-reply@pid.example>';

  test('are needed together', () => {
    expect(problemsOf({ PID_SMTP_URL: server, PID_MAIL_FROM: sender })).toEqual([]);
    expect(problemsOf({ PID_SMTP_URL: server })).toEqual([expect.stringContaining('PID_MAIL_FROM')]);
    expect(problemsOf({ PID_MAIL_FROM: sender })).toEqual([
      'PID_SMTP_URL is not set: PID_MAIL_FROM alone sends no mail',
    ]);
  });

  test.each([
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/inbox',
    'smtps://mail.example?pool=1',
  ])('refuse the server %s and never show its password', (url) => {
    const problems = problemsOf({ PID_SMTP_URL: url, PID_MAIL_FROM: sender });
    expect(problems).toEqual([expect.stringMatching(/^PID_SMTP_URL .*must be smtp:\/\/ or smtps:\/\//)]);
    const secret = url.replace('://', '://user:hunter2@');
    expect(problemsOf({ PID_SMTP_URL: secret, PID_MAIL_FROM: sender }).join('')).not.toContain('hunter2');
  });

  test.each([
    'no-reply',
    'a@b@pid.example',
    'PID <no-reply@pid.example>, Eve <eve@evil.example>',
    'PID\r\nBcc: eve@evil.example <a@pid.example>',
    '"PID" <a@pid.example>',
    'PID <>',
  ])('refuse the sender %j', (from) => {
    expect(problemsOf({ PID_SMTP_URL: server, PID_MAIL_FROM: from })).toEqual([
      expect.stringMatching(/^PID_MAIL_FROM .*must be an address/),
    ]);
  });
});
