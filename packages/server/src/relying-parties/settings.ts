import { readInteger, setting } from '../platform/config/index.ts';

export const relyingPartySettings = {
  codeTtlSeconds: setting('PID_CODE_TTL_SECONDS', 'Lifetime of a login code', readInteger(1, 600), 300),
} as const;
