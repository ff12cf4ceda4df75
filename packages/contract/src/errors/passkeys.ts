import { errors } from './declare.ts';

export const passkeyErrors = errors({
  passkey_refused: {
    status: 400,
    meaning: 'The passkey response did not verify',
    sentence: ({ reason }: { reason: string }) => `Passkey refused: ${reason}`,
  },
  passkey_counter_fell: {
    status: 400,
    meaning: 'Passkey refused: its signature counter fell, it may have been copied',
  },
  passkey_unknown: { status: 400, meaning: 'Passkey refused: it is not known here' },
});
