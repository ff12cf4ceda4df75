import { expect, test } from 'vitest';
import { problemsOf } from '../../test/problems-of.ts';
import { productionEnvironment } from '../../test/production-environment.ts';

test('a public address needs the registrar in this process or in a separate one, but not in both', () => {
  const { PID_REGISTRAR_KEY: key, ...rest } = productionEnvironment;
  const remote = { ...rest, PID_REGISTRAR_URL: 'https://registrar.internal:4120' };
  const whole = {
    ...remote,
    PID_REGISTRAR_ADDRESS: 'ComputeBudget111111111111111111111111111111',
    PID_REGISTRAR_TOKEN: 'x'.repeat(32),
  };
  expect(problemsOf(rest)).toEqual([expect.stringContaining('PID_REGISTRAR_KEY is not set')]);
  expect(problemsOf(remote)).toEqual([
    expect.stringContaining('PID_REGISTRAR_ADDRESS and PID_REGISTRAR_TOKEN'),
  ]);
  expect(problemsOf(whole)).toEqual([]);
  expect(problemsOf({ ...whole, PID_REGISTRAR_URL: 'http://127.0.0.1:4120' })).toEqual([]);
  expect(problemsOf({ ...whole, PID_REGISTRAR_URL: 'http://registrar.internal:4120' })).toEqual([
    expect.stringContaining('in the open'),
  ]);
  expect(problemsOf({ ...whole, PID_REGISTRAR_KEY: key })).toEqual([expect.stringContaining('both set')]);
});
