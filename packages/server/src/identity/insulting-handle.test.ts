import { expect, test } from 'vitest';
import { isInsulting } from './insulting-handle.ts';

test.each([
  'anjing_bangsat',
  '4nj1ng_b4ngs4t',
  'anjingbangsat',
  'a_n_j_i_n_g',
  'bangsat',
  'bangsat99',
  '99bangsat',
  'si_bangsat',
  'b4ngs4t_77',
  'dasar_goblok',
  'g0bl0k',
  'to1o1_banget',
  'fuck',
  'fuckyou',
  'f_u_c_k_you',
  'xxfuckxx',
  'sh1t_happens',
  'big_b1tch',
  'raja_kontol',
  'rajakontol',
  'nigger',
])('%s is an insult', (handle) => {
  expect(isInsulting(handle)).toBe(true);
});

test.each([
  // It contains "bangsat", but means "bang Satria" (brother Satria).
  'bangsatria',
  'bang_satria',
  'bangsatya99',
  'scunthorpe',
  'snigger',
  'niggardly',
  'memekarkan',
  'shitake',
  'anjing_laut',
  'anjinglaut77',
  'peterpan',
  'dick_turpin',
  'assassin',
  'classic_bass',
  'babirusa',
  'begonia',
  'tololo',
  'perekat',
  'pukiran',
  'bandung_lautan_api',
  'naziah',
  'matsushita',
  'budi1998',
  'purnama_garuda42',
])('%s is harmless', (handle) => {
  expect(isInsulting(handle)).toBe(false);
});

test('recognizes words that the operator adds', () => {
  expect(isInsulting('si_asu')).toBe(false);
  expect(isInsulting('si_4su', new Set(['asu']))).toBe(true);
  expect(isInsulting('casual', new Set(['asu']))).toBe(false);
});
