import type { Text } from './words.en.ts';

export const text: Text = { playMoney: 'Sandbox, uang mainan' };
