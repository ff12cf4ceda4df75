import { expect, test } from 'vitest';
import { productionEnvironment } from '../../../test/production-environment.ts';
import { problemsOf } from './testing/problems-of.ts';

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
