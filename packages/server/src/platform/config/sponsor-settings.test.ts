import { expect, test } from 'vitest';
import { productionEnvironment } from '../../../test/production-environment.ts';
import { ConfigError, loadConfig } from './load-config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a budget for activations that pays none, or less to all than to one, is refused in words', () => {
  const withBudget = (all: string, ofApp?: string) =>
    problemsOf({
      ...productionEnvironment,
      PID_SPONSOR_ACTIVATION: all,
      ...(ofApp === undefined ? {} : { PID_SPONSOR_ACTIVATION_PER_APP: ofApp }),
    });
  expect(withBudget('0')).toEqual([]);
  expect(withBudget('1500000')).toEqual([]);
  expect(withBudget('1500000000', '15000000')).toEqual([]);
  expect(withBudget('1000')).toEqual([expect.stringContaining('which one activation costs')]);
  expect(withBudget('15000000', '1000')).toEqual([expect.stringContaining('which one activation costs')]);
  expect(withBudget('15000000', '15000001')).toEqual([expect.stringContaining('for all apps together')]);
  expect(withBudget('0.5')).toEqual([expect.stringContaining('must be an integer')]);
});
