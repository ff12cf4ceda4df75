/** How fast the chains of tests go. `npm run deep pace` runs the relay's suites at others than these of today. */
export const pace = {
  slotMillis: Number(process.env['PID_TEST_SLOT_MILLIS'] ?? 400),
  finalizedSlots: Number(process.env['PID_TEST_FINALIZED_SLOTS'] ?? 32),
};

export const paceSettings = {
  PID_EMBEDDED_SLOT_MILLIS: String(pace.slotMillis),
  PID_EMBEDDED_FINALIZED_SLOTS: String(pace.finalizedSlots),
};

export const slotSeconds = pace.slotMillis / 1000;

/** Then what has landed is final, and whoever looks after it has looked. */
export const untilFinalSeconds = 20 + pace.finalizedSlots * slotSeconds;

/** Then a blockhash has died, which is final, and whoever looks after that has looked. */
export const untilExpiredSeconds = 50 + (150 + pace.finalizedSlots) * slotSeconds;
