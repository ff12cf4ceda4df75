/**
 * Functions that this build no longer has. Nodes of `version` and earlier ones call them, so they stay in an upgraded database until a
 * later version drops them.
 */
export const retiredFunctions = [
  {
    version: '0.1.0',
    names: [
      'payment_capture_all',
      'payment_capture',
      'payment_void_all',
      'payment_void',
      'payment_give_back',
      'payment_confirm',
      'payment_fee_account',
      'payment_fees',
      'ledger_end_hold',
      'app_terms',
      'spend_login_code',
    ],
  },
] as const;
