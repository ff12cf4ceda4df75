import { setting, type Reader, type Retains, type Values } from '../platform/config/index.ts';

export type AgeGate = 'off' | 'ask' | 'require';

const readGate: Reader<AgeGate> = (text) => {
  if (text === 'off' || text === 'ask' || text === 'require') return text;
  throw new Error('must be off, ask or require');
};

export const familySettings = {
  ageGate: setting(
    'PID_AGE_GATE',
    'Whether players are asked for their birth month: off, ask (minors need a parent before they move rupiah), or require (nobody moves rupiah without a birth month)',
    readGate,
    'off',
  ),
} as const;

export const familyRetention = {
  /** Requests of children to pay, counted from the request. */
  family_requests: { days: 400, min: 30 },
} as const;

export type FamilyConfig = Values<typeof familySettings> & Retains<typeof familyRetention>;
