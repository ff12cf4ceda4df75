/** Speed of the chains in tests. `npm run deep pace` runs the relay's suites at other speeds. */
export const pace = {
  slotMillis: Number(process.env['PID_TEST_SLOT_MILLIS'] ?? 400),
  finalizedSlots: Number(process.env['PID_TEST_FINALIZED_SLOTS'] ?? 32),
};

export const paceSettings = {
  PID_EMBEDDED_SLOT_MILLIS: String(pace.slotMillis),
  PID_EMBEDDED_FINALIZED_SLOTS: String(pace.finalizedSlots),
};

export const slotSeconds = pace.slotMillis / 1000;

/** After this time a transaction is final, and the job that checks it has run. */
export const untilFinalSeconds = 20 + pace.finalizedSlots * slotSeconds;

/** After this time a blockhash has expired, its expiry is final, and the job that checks it has run. */
export const untilExpiredSeconds = 50 + (150 + pace.finalizedSlots) * slotSeconds;
