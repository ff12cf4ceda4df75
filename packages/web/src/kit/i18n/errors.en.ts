import type { ErrorCode } from '@pid/contract';
import { byReason, instantIn, rupiahIn } from './error-sentence.ts';
import type { Sentence } from './error-sentence.ts';

const rupiah = rupiahIn('en');
const instant = instantIn('en');
const chainAway = 'The chain does not answer right now. Your money is safe; try again in a moment.';
const notThere = 'We could not find that. It may have been removed.';
const notForPages = 'This page and the service do not understand each other. Reload the page.';
const passkeyAgain = 'That took too long, or was already used. Try again.';
const wait = ({ seconds = '' }: { readonly seconds?: string | undefined }) => {
  const time = Number(seconds);
  if (seconds === '') return 'That was a lot of tries. Wait a minute, then try again.';
  if (time > 3_600)
    return `That is as much as one day allows. Come back in ${Math.ceil(time / 3_600)} hours.`;
  if (time > 120) return `That was a lot of tries. Wait ${Math.ceil(time / 60)} minutes, then try again.`;
  return `That was a lot of tries. Wait ${time} seconds, then try again.`;
};

/** Every refusal of the service, in words that say what to do next. */
export const text = {
  // any operation
  validation_failed: 'Something needs your attention. Check what you entered.',
  malformed_json: notForPages,
  unauthorized: 'You are signed out. Sign in and you will come back to this page.',
  read_only_token: 'This may only be read.',
  foreign_origin: 'This request came from another site and was refused. Open PID directly and try again.',
  only_on_this_machine: 'This is for trying things on your own machine, and works only there.',
  two_secrets: 'There are two secrets already. End the old one first.',
  no_previous_secret: 'The old secret has ended already.',
  app_verified_already: 'This app is verified already.',
  own_app: 'This app is your own. Another administrator has to decide.',
  app_changed: 'The app was changed since you looked at it. Look again.',
  identity_suspended:
    'Your identity is suspended. You can look at everything, but not change anything. Contact support to have it looked at.',
  app_paused: 'This app is paused for now. Try again later, or ask its makers.',
  step_up_required: 'To protect you, this needs a fresh sign-in. Sign in again and repeat it.',
  role_too_small: 'The role of this machine credential does not allow this. Use one with a larger role.',
  frozen:
    'This is frozen for now, because somebody with your mail said “this was not me”. See the bell for what that means.',
  no_identity: 'There is no identity behind this sign-in. Sign in again.',
  not_found: notThere,
  idempotency_key_required: notForPages,
  idempotency_key_reused:
    'This was already sent with other values. Check what happened before you send it again.',
  method_not_allowed: notForPages,
  body_too_large: 'That is more than fits into one request. Shorten it.',
  unsupported_media_type: notForPages,
  too_many_requests: wait,
  internal_error: 'Something broke on our side. Try again; if it stays, come back in a few minutes.',
  overloaded: 'PID is very busy right now. Try again in a moment.',
  // sign-in and identity
  wrong_status: ({ pid }) => `${pid ?? 'This identity'} is not in a state that allows this. Look again.`,
  deletion_blocked: byReason(
    {
      balance: ({ balance, forfeited }) =>
        `There is ${rupiah(balance)} on the balance. Send it to somebody first; up to ${rupiah(forfeited)} may be left and is lost.`,
      app_balance: ({ app, balance }) => `The app ${app} still holds ${rupiah(balance)}. Pay it out first.`,
      payments_held:
        'Money is held for payments that are not finished. Wait until they are done or given back.',
      operation_under_way: 'A wallet transaction is under way. Wait until it is done, then try again.',
      vault_unreadable: chainAway,
      wallet_unreadable: chainAway,
      vault_not_empty: 'There is still something in the wallet. Take it out first.',
      vault_changed: 'The wallet holds something else than what was shown. Look again before you give it up.',
      never_activated:
        'The wallet was never activated and holds money that nobody could reach any more. Let the player activate it, or abandon it with a reason.',
    },
    'Something must be settled before this identity can be deleted.',
  ),
  no_pending_claim: 'There is no sign-in waiting for a name. Sign in first.',
  claim_expired:
    'You took longer than the time we keep a sign-in open. Sign in again; it takes a few seconds.',
  handle_taken: 'This name is already taken. Choose another.',
  handle_refused: 'This name has a word that is not allowed. Choose another.',
  handle_reserved: 'This name is kept for PID. Choose another.',
  name_refused: byReason(
    {
      badge: 'Leave out ticks, badges and invisible characters: they would look like a seal of ours.',
      imitates: 'This name could be taken for PID or its support. Choose another.',
      mixed_scripts: 'This name mixes letters of different alphabets. Use one.',
    },
    'This name cannot be used. Choose another.',
  ),
  no_such_recovery: notThere,
  no_such_guardianship: 'This player does not name you as a guardian any more.',
  recovery_not_ready: 'This recovery cannot be finished yet: approvals are missing or its time has not come.',
  recovery_running: 'A recovery is running already.',
  guardians_decide: 'There are guardians now, and they decide. Start again and ask them.',
  no_change: 'This guardian has approved this recovery already.',
  not_yet: byReason(
    {
      administrator:
        'The passkey of an administrator is not taken from the chain. Ask another administrator for help.',
      endpoints: 'This new passkey is not certain yet. Try again in some minutes.',
      delay: ({ from }) =>
        `This new passkey comes from a recovery that we heard of only now. It can sign in from ${instant(from)} on.`,
      provider:
        'This new passkey comes from a recovery elsewhere. Sign in below once with your other login; you come back here and use the passkey.',
    },
    'This new passkey cannot sign in here yet. Try again later.',
  ),
  new_passkey_awaited: ({ until }) =>
    `Your account was recovered. Sign in with the new passkey. If you have lost it too, you can continue with your login from ${instant(until)}.`,
  too_many_recoveries: 'Too many tries. Wait a while before you begin another recovery.',
  policy_refused: 'One of these guardians cannot be taken. Choose another.',
  policy_terms_refused: 'At least one guardian must approve, and no more than there are.',
  no_recovery_policy: 'No recovery is set up for this identity.',
  vote_refused: 'This approval is not accepted. Look at the request again.',
  passkey_is_guardian: 'This passkey guards a recovery. Change who guards it first.',
  unknown_provider: 'That way to sign in does not exist here.',
  sign_in_failed: 'The sign-in could not be finished. Sign in again.',
  identity_closed: 'This way in belongs to a deleted identity, which cannot come back.',
  login_in_use: 'This login already belongs to an identity. Use another one.',
  provider_unavailable: 'The sign-in provider does not answer right now. Try again in a moment.',
  operation_unknown: notForPages,
  not_me_refused: 'This link was used, is older than 7 days, or was never ours.',
  frozen_lately: 'This identity was frozen in the last 7 days. Sign in to see to it.',
  not_frozen: 'Nothing is frozen.',
  app_status_unchanged: 'The app is in that state already.',
  // passkeys and logins
  sign_in_again: 'To protect you, this needs a fresh sign-in. Sign in again and repeat it.',
  last_way_in: 'This is your last way in. Link another login or add a passkey first.',
  no_passkey_to_sign: 'You have no passkey that counts yet. Sign in again and repeat it.',
  passkey_refused: 'The passkey was refused. Try again, or use another one.',
  passkey_counter_fell: 'That passkey looks copied, so it was refused. Use another one and remove this one.',
  passkey_unknown: 'That passkey is not known here. Use another one.',
  passkey_too_new: ({ from }) =>
    `This passkey is new and can confirm this from ${instant(from)}. To continue now, sign in again, remove it under Security and add a new one.`,
  passkey_closed: 'This way in belongs to a deleted identity, which cannot come back.',
  challenge_unknown: passkeyAgain,
  passkey_exists: 'This passkey is already registered.',
  too_many_passkeys: byReason(
    {
      active: ({ max }) => `You have ${max} passkeys, which is as many as there can be. Remove one first.`,
      waiting: ({ max }) => `${max} passkeys already wait for approval. Approve or deny them first.`,
    },
    'You have as many passkeys as there can be. Remove one first.',
  ),
  no_such_passkey: 'This passkey is no longer there.',
  passkey_is_authority: 'This passkey guards your wallet. Move the wallet to another passkey first.',
  passkey_under_way: 'A wallet transaction with this passkey is under way. Wait until it is done.',
  passkey_needs_assertion: 'A passkey is removed under Passkeys, with a passkey.',
  no_such_approval: 'This request is no longer there.',
  approval_decided: 'This was already decided.',
  approval_expired: 'Time ran out for this. Add the passkey again.',
  // apps
  no_such_app: 'There is no such app. It may have been deleted.',
  too_many_apps: 'You have 50 apps, which is as many as there can be. Delete one first.',
  app_name_refused: byReason(
    {
      badge: 'Leave out ticks and badges: only PID marks an app as verified.',
      imitates: 'The name of an app cannot contain the word PID. Choose another.',
      mixed_scripts: 'This name mixes letters of different alphabets. Use one.',
    },
    'This name cannot be used. Choose another.',
  ),
  no_such_device_code: 'That code is not known, or its five minutes are over. Look at your device again.',
  invalid_scope: 'This app is not allowed to take payments. Its owner can allow it.',
  login_code_invalid: 'This login was used or took too long. Start it again.',
  // permissions
  no_such_permission: 'This permission is no longer there.',
  permission_digest_used: 'This request was answered before. Go back to the app and let it ask you anew.',
  too_many_permissions: 'You have given 200 permissions that still run. Revoke one first.',
  permission_not_pending: 'This permission is no longer waiting for you. Look at it again.',
  permission_client_data_unusual:
    'This browser signs in a form that the chain does not take. Try it in another browser.',
  permission_spend_refused: 'The permission does not allow this spending.',
  permission_idempotency_conflict:
    'This was already sent with other values. Check what happened before you send it again.',
  // money
  insufficient_balance: ({ needed, available }) =>
    `Your balance is not enough: ${rupiah(needed)} are needed and you have ${rupiah(available)}. Top up, or send less.`,
  daily_limit: ({ left }) =>
    `That is more than your daily limit. Today you can still send ${rupiah(left)}; limits are under Security.`,
  receiver_full: 'The other balance cannot hold that much. Send less.',
  receiver_not_found: 'Nobody has that player name. Check the spelling.',
  send_not_found: notThere,
  quote_changed: ({ total }) => `The total has changed to ${rupiah(total)}. Look at it again and confirm.`,
  withdrawals_disabled: 'Money cannot be withdrawn to a bank account.',
  ledger_busy: 'PID is very busy right now. Try again in a moment.',
  settle_balance_first: ({ balance, forfeited }) =>
    `There is ${rupiah(balance)} on the balance. Send it to somebody first; up to ${rupiah(forfeited)} may be left and is lost.`,
  escrow_not_empty: ({ app, balance }) => `The app ${app} still holds ${rupiah(balance)}. Pay it out first.`,
  topups_under_way: 'A top-up is still under way. Pay it, or wait until it has expired.',
  // payments
  payment_not_found: 'This payment does not exist, or it is not for you.',
  payment_expired: 'The time for this payment is over. Go back to the app and start again.',
  payment_ended: 'This payment is already settled. Look at it again.',
  payment_reference_used: 'This reference already stands for another payment of the app.',
  own_money: 'The money would go to you. Another administrator has to decide.',
  own_payment: 'You cannot pay yourself or your own app.',
  capture_too_much: ({ most }) => `At most ${rupiah(most)} can be captured.`,
  payment_not_refundable: 'This went to a player, so the app cannot refund it.',
  refund_too_much: ({ left }) => `At most ${rupiah(left)} can still be refunded.`,
  payer_gone: 'The payer has deleted their identity, so nothing can be refunded to it.',
  holds_under_way: 'Money is still held for a payment. Capture it or give it back first.',
  events_gone: notForPages,
  events_ahead: notForPages,
  balance_full: 'Your balance cannot hold that much. Choose a smaller amount.',
  limits_changed: 'Your limits were changed at the same moment. Look at them again.',
  topups_unavailable: 'Topping up is not available here yet. Try again another day.',
  topup_out_of_range: ({ min, max }) => `A top-up is ${rupiah(min)} to ${rupiah(max)}.`,
  topup_not_found: notThere,
  topup_not_paid: 'This top-up was not paid, so there is nothing to take back.',
  payment_provider_unavailable: 'The payment provider does not answer right now. Try again in a moment.',
  payment_provider_not_found: notThere,
  suspense_not_found: notThere,
  suspense_resolved: 'Somebody has resolved this, or its refund is under way.',
  suspense_not_refundable: 'No payment that could be given back lies behind this. Credit it to a player.',
  refund_refused:
    'The payment provider does not refund this payment. Return it by bank transfer and note that as a clawback, or credit it to a player.',
  // wallet
  account_not_activated: 'Your wallet is not activated yet. Activate it first.',
  expiry_refused: 'That took too long, so the signature is no longer good. Nothing was moved. Try again.',
  wrong_nonce: 'Another transaction of yours is under way. Wait until it is done, then try again.',
  fee_policy_refused: 'The fees have changed since you looked. Go back, review it again and sign anew.',
  passkey_not_authority: 'That passkey does not guard your wallet. Use the one that does.',
  rotation_refused: byReason(
    {
      already_authority: 'That passkey guards your wallet already.',
      other_host: 'That passkey was made for another address of PID. Use another one.',
      unproven: 'That passkey has never been used. Sign in with it once, then try again.',
    },
    'That passkey cannot guard your wallet. Use another one.',
  ),
  fee_drifted: 'The network fee has risen since you looked. Go back, review it again and sign anew.',
  destination_refused: byReason(
    {
      own_vault: 'That is your own wallet. Give another address.',
      mint: 'That is the address of a token itself. Give a wallet address.',
      token_account: 'That is a token account. Give the address of the wallet that owns it.',
    },
    'That address belongs to a program, which could never send it on. Give a wallet address.',
  ),
  asset_refused: byReason(
    { frozen: 'Whoever issued this token has frozen it, so it cannot be moved.' },
    'This token can be seen but not moved.',
  ),
  balance_refused: byReason(
    {
      receiver_below_rent:
        'A wallet that is new on the chain must receive about 0.0009 SOL at least. Send more.',
      vault_dust: 'That would leave too little in the wallet. Take everything, or leave a little more.',
      token_apart:
        'These tokens lie in a separate token account, from which everything cannot be taken at once. Type the amount instead.',
    },
    'The wallet holds less than the amount and the fees. Take less.',
  ),
  no_such_operation: 'This transaction is no longer there.',
  chain_unavailable: chainAway,
  program_not_ready: chainAway,
  airdrop_refused: 'The faucet gave nothing. Ask for more, or wait a moment.',
  simulation_refused: 'The chain would refuse it, so nothing was sent. Look at the wallet, then try again.',
  not_confirmed_yet:
    'The chain has not confirmed it yet. It is not lost: try again, and the same transaction goes on, never a second one.',
  nonce_busy: 'Another transaction of yours is under way. Wait until it is done, then try again.',
  operation_superseded:
    'Another transaction of yours came first, so this one moved nothing. Look at the wallet, then try again.',
  operation_failed: 'The chain refused it and nothing was moved. Look at the wallet, then try again.',
  relay_identity_cap: wait,
  relay_global_cap: 'PID has paid for as many transactions today as it may. Try again tomorrow.',
  relayer_balance_low: 'PID cannot pay network fees right now. Your money is safe; try again later.',
  // game sessions
  no_such_session: 'This session is no longer there.',
  vault_not_yours: 'This is about somebody else’s wallet. Go back to the game and start again.',
  game_program_refused: 'The game has changed on the chain. Go back to it and start again.',
  session_not_alive: 'This session has ended. Open a new one to go on playing.',
  move_refused: 'The chain does not take this move.',
  play_identity_cap: wait,
  play_global_cap: 'PID has paid for as many moves today as it may. Try again tomorrow.',
  sponsor_balance_low: 'PID cannot pay for moves right now. Try again later.',
  move_not_confirmed: 'The chain has not confirmed it yet. It is not lost: try again.',
} satisfies Record<ErrorCode, Sentence>;

export type ErrorTexts = Readonly<Record<keyof typeof text, Sentence>>;
