import { rentExemptLamports, SESSION_BYTES } from '@pid/protocol';
import { expect, test } from 'vitest';
import { productionEnvironment } from '../../test/production-environment.ts';
import { problemsOf } from '../../test/problems-of.ts';
import { loadConfig } from '../settings.ts';

test('refuses an activation budget that pays for no activation, or that is smaller than the budget of one app', () => {
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

test('the daily cap of one identity covers the rent of several game sessions', () => {
  const { relaySessionIdentityCapLamports } = loadConfig({});
  expect(relaySessionIdentityCapLamports).toBeGreaterThanOrEqual(
    4 * Number(rentExemptLamports(BigInt(SESSION_BYTES))),
  );
});
