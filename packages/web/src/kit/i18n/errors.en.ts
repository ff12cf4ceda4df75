import type { ErrorCode } from '@pid/contract';
import { byReason, instantIn, rupiahIn } from './error-sentence.ts';
import type { Sentence } from './error-sentence.ts';

const rupiah = rupiahIn('en');
const instant = instantIn('en');
const chainAway = 'The blockchain is not responding right now. Your money is safe. Try again in a moment.';
const notThere = 'We could not find that. It may have been removed.';
const notForPages = 'Something is wrong with this page. Reload it and try again.';
const passkeyAgain = 'That took too long, or was already used. Try again.';
const wait = ({ seconds = '' }: { readonly seconds?: string | undefined }) => {
  const time = Number(seconds);
  if (seconds === '') return 'Too many attempts. Wait a minute, then try again.';
  if (time > 3_600)
    return `You have reached the limit for one day. Try again in ${Math.ceil(time / 3_600)} hours.`;
  if (time > 120) return `Too many attempts. Wait ${Math.ceil(time / 60)} minutes, then try again.`;
  return `Too many attempts. Wait ${time} seconds, then try again.`;
};

/** Every refusal of the service, in words that say what to do next. */
export const text = {
  // any operation
  validation_failed: 'Something is not right yet. Check what you entered.',
  malformed_json: notForPages,
  unauthorized: 'You are signed out. Sign in and you will come back to this page.',
  read_only_token: 'This access is read-only.',
  foreign_origin: 'This request came from another site and was refused. Open PID directly and try again.',
  only_on_this_machine: 'This is for development. It works only on the computer that runs PID.',
  guest_unknown: 'The game has no such guest. Sign in without it.',
  guest_claimed: 'Someone else has already taken over this guest account.',
  two_secrets: 'This app already has two secrets. End the old one first.',
  no_previous_secret: 'The old secret has already ended.',
  app_verified_already: 'This app is already verified.',
  own_app: 'You belong or belonged to this app. Another administrator has to decide.',
  app_changed: 'The app has changed since you opened it. Check it again.',
  identity_suspended:
    'Your identity is suspended. You can look at everything, but not change anything. Contact PID support to have it reviewed.',
  app_paused: 'This app is paused. Try again later, or ask its developer.',
  step_up_required: 'To protect you, this needs a recent sign-in. Sign in again, then repeat this.',
  role_too_small: 'The role of this machine credential does not allow this. Use one with a larger role.',
  frozen: ({ until }) =>
    `Your account is frozen until ${instant(until)}. The page “Account freeze” says what that means and how to lift it.`,
  no_identity: 'There is no identity behind this sign-in. Sign in again.',
  not_found: notThere,
  idempotency_key_required: notForPages,
  idempotency_key_reused:
    'This was already sent with other values. Check what happened before you send it again.',
  method_not_allowed: notForPages,
  body_too_large: 'That is too long. Shorten it.',
  unsupported_media_type: notForPages,
  too_many_requests: wait,
  internal_error: 'Something went wrong on our side. Try again, or come back in a few minutes.',
  overloaded: 'PID is very busy right now. Try again in a moment.',
  // sign-in and identity
  wrong_status: ({ pid }) => `The status of ${pid ?? 'this identity'} does not allow this. Check it again.`,
  deletion_blocked: byReason(
    {
      balance: ({ balance, forfeited }) =>
        `There is still ${rupiah(balance)} on the balance. Send it to someone first. Up to ${rupiah(forfeited)} can stay and will be lost.`,
      app_balance: ({ app, balance }) =>
        `The app ${app} still holds ${rupiah(balance)}. Pay it out first, or transfer the app to someone else.`,
      payments_held:
        'Money is held for payments that are not finished. Wait until they are completed or returned.',
      settlements_open: ({ app }) =>
        `Money of the app ${app} is on its way to the bank. Cancel it, or wait until it has arrived.`,
      operation_under_way: 'A wallet transaction is under way. Wait until it is done, then try again.',
      vault_unreadable: chainAway,
      wallet_unreadable: chainAway,
      vault_not_empty: 'The wallet is not empty. Withdraw everything first.',
      vault_changed: 'The contents of the wallet have changed. Check them again before you give them up.',
      never_activated:
        'The wallet was never activated and holds money that would be lost. Let the player activate it, or give it up with a reason.',
    },
    'Something must be settled before this identity can be deleted.',
  ),
  no_pending_claim: 'There is no sign-in waiting for a name. Sign in first.',
  claim_expired: 'Your sign-in has expired. Sign in again; it takes a few seconds.',
  handle_taken: 'This name is already taken. Choose another.',
  handle_refused: 'This name contains a word that is not allowed. Choose another.',
  handle_reserved: 'This name is reserved. Choose another.',
  name_refused: byReason(
    {
      badge: 'Leave out ticks, badges and invisible characters: they look like a mark from PID.',
      imitates: 'This name could be mistaken for PID or its support. Choose another.',
      mixed_scripts: 'This name mixes letters of different alphabets. Use only one alphabet.',
    },
    'This name cannot be used. Choose another.',
  ),
  no_such_recovery: notThere,
  no_such_guardianship: 'You are no longer a guardian of this player.',
  recovery_not_ready:
    'This recovery cannot be finished yet: approvals are missing, or the waiting time is not over.',
  recovery_running: 'A recovery is already running. Reload the page to see it.',
  guardians_decide: 'The account has guardians now, and they decide. Start again and ask them.',
  no_change: 'This guardian has already approved this recovery.',
  not_yet: byReason(
    {
      administrator:
        'A passkey of an administrator cannot be replaced through the blockchain. Ask another administrator for help.',
      endpoints: 'We could not verify this new passkey yet. Try again in a few minutes.',
      delay: ({ from }) =>
        `This new passkey comes from a recovery that we learned of only now. It can sign in from ${instant(from)}.`,
      provider:
        'This new passkey comes from a recovery elsewhere. Sign in once with your login below. Then you come back here and use the passkey.',
    },
    'This new passkey cannot sign in here yet. Try again later.',
  ),
  new_passkey_awaited: ({ until }) =>
    `Your account was recovered. Sign in with the new passkey. If you have lost it too, you can continue with your login from ${instant(until)}.`,
  too_many_recoveries: 'Too many attempts. Wait a while before you start another recovery.',
  policy_refused: 'One of these cannot be your guardian. Choose another.',
  policy_terms_refused: 'Choose how many guardians must approve: at least one, at most all of them.',
  no_recovery_policy: 'Recovery is not set up for this identity. Set it up under Recovery.',
  vote_refused: byReason(
    {
      not_yours:
        'That passkey is not the one of this guardian. Use the passkey that guards your wallet, or the one that was chosen as guardian.',
      signature_wrong: 'These words are not from this recovery sheet. Look for the right sheet.',
      barred:
        'This guardian approved a recovery that was stopped, and must wait before approving again. Ask another guardian.',
      left: 'You stopped being a guardian of this player. Only they can choose you again.',
      expires_too_soon: 'Wait a minute, then approve again.',
    },
    'This approval was not accepted. Reload the page and try again.',
  ),
  passkey_is_guardian: 'This passkey is one of your guardians. Choose other guardians first.',
  unknown_provider: 'That way to sign in is not available here.',
  sign_in_failed: 'The sign-in could not be finished. Sign in again.',
  identity_closed: 'This login belongs to a deleted identity, which cannot come back. Use another login.',
  login_in_use: 'This login already belongs to another identity. Use another one.',
  provider_unavailable: 'The sign-in provider is not responding right now. Try again in a moment.',
  operation_unknown: notForPages,
  not_me_refused: 'This link was already used, is older than 7 days, or is not from PID.',
  push_off: 'Notifications on devices are turned off here. You find every notice under the bell.',
  push_endpoint_refused:
    'Your browser named a notification service that we cannot reach. Try another browser.',
  frozen_lately:
    'This identity was already frozen in the last 7 days. Check passkeys, logins and devices under Security.',
  not_frozen: 'Nothing is frozen.',
  app_status_unchanged: 'The app already has this status.',
  // passkeys and logins
  sign_in_again: 'To protect you, this needs a recent sign-in. Sign in again, then repeat this.',
  last_way_in: 'This is your last way in. Link another login or add a passkey first.',
  no_passkey_to_sign: 'You have no passkey that can confirm this yet. Sign in again, then repeat this.',
  passkey_refused: 'The passkey was refused. Try again, or use another one.',
  passkey_counter_fell: 'That passkey looks copied, so it was refused. Use another one and remove this one.',
  passkey_unknown: 'That passkey is not known here. Use another one.',
  passkey_too_new: ({ from }) =>
    `This passkey is new and can confirm this from ${instant(from)}. To continue now, sign in again, remove it under Security and add a new one.`,
  passkey_closed: 'This passkey belongs to a deleted identity, which cannot come back. Use another one.',
  challenge_unknown: passkeyAgain,
  passkey_exists: 'This passkey is already registered.',
  too_many_passkeys: byReason(
    {
      active: ({ max }) => `You have ${max} passkeys, which is the maximum. Remove one first.`,
      waiting: ({ max }) => `${max} passkeys are already waiting for approval. Approve or deny them first.`,
    },
    'You have the maximum number of passkeys. Remove one first.',
  ),
  no_such_passkey: 'This passkey no longer exists.',
  passkey_is_authority: 'This passkey guards your wallet. Move the wallet to another passkey first.',
  passkey_under_way: 'A wallet transaction with this passkey is under way. Wait until it is done.',
  passkey_needs_assertion: 'Remove passkeys under Security, and confirm with a passkey.',
  no_such_approval: 'This request no longer exists. Reload the page.',
  approval_decided: 'This was already decided. Reload the page.',
  approval_expired: 'This request has expired. Add the passkey again.',
  // apps
  no_such_app: 'There is no such app. It may have been deleted, or you no longer belong to it.',
  role_needed: 'Your role in this app does not allow this. Ask its owner.',
  no_such_player: 'There is no player with this name.',
  no_such_member: 'This player does not belong to the app.',
  member_already: 'This player already belongs to the app.',
  invited_already: 'This player already has an invitation. Remove it first, or wait for the answer.',
  too_many_members: 'An app has at most 20 members, invitations included. Remove one first.',
  too_many_memberships: 'You belong to 50 apps of others, which is the maximum. Leave one first.',
  owner_stays: 'The owner cannot be removed. Transfer the app instead.',
  transfer_open: 'Someone else is already asked to take over this app. Remove that invitation first.',
  no_such_invitation: 'This invitation does not exist, or its app was deleted.',
  invitation_ended: 'This invitation was already answered or withdrawn, or it has expired.',
  owner_frozen: 'The owner of this app is frozen at the moment. Try again later.',
  too_many_favourites: 'You have 200 favourite games, which is the maximum. Remove one first.',
  too_many_apps: 'You have 50 apps, which is the maximum. Delete one first.',
  app_name_refused: byReason(
    {
      badge: 'Leave out ticks and badges: only PID marks an app as verified.',
      imitates: 'The name of an app cannot contain the word PID. Choose another.',
      mixed_scripts: 'This name mixes letters of different alphabets. Use only one alphabet.',
    },
    'This name cannot be used. Choose another.',
  ),
  no_such_device_code: 'That code is wrong or older than five minutes. Check your device again.',
  invalid_scope: 'The app asks for something that it may not have. Tell its developer.',
  login_code_invalid: 'This login was already used or took too long. Start again.',
  // permissions
  no_such_permission: 'This permission no longer exists.',
  permission_digest_used: 'You already answered this request. Go back to the app and start again.',
  too_many_permissions: 'You have 200 permissions that are still valid. Revoke one first.',
  permission_not_pending: 'This permission is no longer waiting for you. Check it again.',
  permission_client_data_unusual:
    'The blockchain does not accept signatures from this browser. Try another browser.',
  permission_spend_refused: 'The permission does not allow this spending.',
  permission_idempotency_conflict:
    'This was already sent with other values. Check what happened before you send it again.',
  // money
  insufficient_balance: ({ needed, available, short }) =>
    short !== undefined
      ? `The app is ${rupiah(short)} short: it needs ${rupiah(needed)} and has ${rupiah(available)}. Its owner can add the difference.`
      : `Your balance is too low: you need ${rupiah(needed)} and have ${rupiah(available)}. Top up first.`,
  age_needed: 'Enter your month of birth first, under Family.',
  parent_needed: 'You are under 18: first a parent has to join your family. Open Family to invite one.',
  parent_forbids: 'The rules of your parents do not allow this. Ask them.',
  parent_approval_needed: 'The rules of your parents do not allow this payment. Ask them to approve it.',
  birth_month_known: 'Your birth month is already set. If it is wrong, ask PID support.',
  birth_month_invalid: 'Check the month. PID is for people aged 3 and over.',
  not_a_minor: 'Only players under 18 who have stated their birth month can have parents here.',
  parents_invite: 'You already have a parent here. Only they can invite the second one.',
  parents_complete: 'There are already two parents.',
  children_complete: 'You already have ten children here.',
  parent_already: 'You are already a parent of this child.',
  no_such_family_code: 'This code is wrong, used or expired. Ask your child for a new one.',
  parent_not_ready: ({ reason }) =>
    ({
      age: 'Only adults who have stated their birth month can be parents here.',
      wait: 'Your month of birth must have been set for three days. Try again then.',
      passkey: 'Add a passkey first. A new one counts after three days.',
      tier: 'You need a registered account. Security, Limits says how.',
    })[String(reason)] ?? 'You cannot be a parent here yet.',
  no_such_child: 'This is not your child here.',
  no_such_parent: 'This is not a parent of the player.',
  no_parent: 'You have no parent here whom you could ask.',
  approval_not_needed: 'You need no approval for this payment. You can pay.',
  rating_missing: 'This app has no rating that you could confirm.',
  own_identity: 'This is your own identity. Another administrator has to decide.',
  no_such_request: 'This request no longer exists.',
  request_decided: 'This request has already been answered, or the payment has expired.',
  daily_limit: ({ left }) =>
    `This would exceed your daily limit. Today you can still pay or send ${rupiah(left)}. You can raise the limit under Security, Limits; it applies 24 hours later.`,
  receiver_full: 'The balance of the receiver cannot hold that much. Send less.',
  receiver_not_found: 'Nobody has that player name. Check the spelling.',
  send_not_found: notThere,
  posting_not_found: notThere,
  proof_not_ready:
    'This is not in the public books yet. Try again in a moment; a new balance is in the books of the next day.',
  proof_key_lost: ({ since }) =>
    `This cannot be checked any more since ${since}, when the service lost the key of your account. Proofs that you saved before stay valid.`,
  quote_changed: ({ total }) => `The total has changed to ${rupiah(total)}. Check it and confirm again.`,
  withdrawals_disabled: 'Money cannot be withdrawn to a bank account.',
  ledger_busy: 'PID is very busy right now. Try again in a moment.',
  settle_balance_first: ({ balance, forfeited }) =>
    `There is still ${rupiah(balance)} on the balance. Send it to someone first. Up to ${rupiah(forfeited)} can stay and will be lost.`,
  escrow_not_empty: ({ app, balance }) =>
    `The app ${app} still holds ${rupiah(balance)}. Pay it out first, or transfer the app to someone else.`,
  topups_under_way: 'A top-up is still under way. Pay it, or wait until it has expired.',
  // payments
  no_such_item: 'This item is not in the catalogue.',
  catalogue_full: 'The catalogue already has 1000 items. Remove one first.',
  payment_not_found: 'This payment does not exist, or it is not for you.',
  payment_expired: 'This payment has expired. Go back to the app and start again.',
  payment_ended: 'This payment is already finished. Reload the page.',
  player_not_connected: 'No such player has signed in to this app.',
  allowance_not_found: 'This request does not exist, or it is not for you.',
  allowance_reference_used: 'Another request of this app already uses this reference.',
  allowance_ended: 'This request has ended. Go back to the app and start again.',
  allowance_changed: 'The amount is different from what was shown. Reload the page.',
  allowance_exceeded: ({ left }) => `The app can charge only ${rupiah(left)} more in this period.`,
  allowance_unavailable: 'The app cannot charge right now.',
  payment_reference_used: 'Another payment of this app already uses this reference.',
  own_money: 'The money would go to you. Another administrator has to decide.',
  own_payment: 'You cannot pay yourself or your own app.',
  capture_too_much: ({ most }) => `At most ${rupiah(most)} can be captured.`,
  payment_not_refundable: 'This money went to another player, so the app cannot refund it.',
  refund_too_much: ({ left }) => `At most ${rupiah(left)} can still be refunded.`,
  payer_gone: 'The payer has deleted their identity, so nothing can be refunded.',
  holds_under_way: 'Money is still held for a payment. Capture it or return it first.',
  events_gone: notForPages,
  events_ahead: notForPages,
  balance_full: 'Your balance cannot hold that much. Choose a smaller amount.',
  incoming_full:
    'You cannot receive that much more this month. Choose a smaller amount, or see Security, Limits for how to register.',
  tiers_off: 'This service has no tiers.',
  limits_changed: 'Your limits were changed at the same time. Check them again.',
  topups_unavailable: 'Topping up is not available here yet. Try again another day.',
  topup_out_of_range: ({ min, max }) => `A top-up is ${rupiah(min)} to ${rupiah(max)}.`,
  topup_not_found: notThere,
  topup_not_paid: 'This top-up was not paid, so nothing can be taken back.',
  payment_provider_unavailable: 'The payment provider is not responding right now. Try again in a moment.',
  payment_provider_not_found: notThere,
  suspense_not_found: notThere,
  settlements_off: 'Transfers to a bank account are not available here.',
  app_not_verified: 'Only verified apps can transfer money to a bank account. Ask for verification first.',
  no_bank_account: 'This app has no bank account.',
  bank_account_decided: 'This bank account was already decided. Load the page again.',
  bank_account_changed: 'The owner has changed this bank account. Load the page again and check it.',
  bank_account_not_usable:
    'The bank account cannot be used yet. An administrator must approve it, and then 24 hours must pass.',
  bank_not_supported: 'Money cannot be transferred to this bank. Choose another.',
  settlement_not_found: notThere,
  settlement_ended: 'This settlement has moved on in the meantime. Load the page again.',
  settlement_blocked: byReason(
    {
      app_paused: 'This app is paused, so its money may not leave.',
      owner_frozen: 'The owner of this app is frozen, so its money may not leave.',
      owner_minor: 'The owner of this app is under 18, so its money may not leave.',
      app_not_verified: 'This app is not verified, so its money may not leave.',
    },
    'The money of this app may not leave now.',
  ),
  same_person:
    'You approved this bank account or sent this settlement. Another administrator has to say what became of it.',
  person_needed: notForPages,
  settlement_with_provider: 'The provider transfers this settlement. Only its status decides.',
  settlements_under_way:
    'Money of this app is on its way to the bank. Cancel it, or wait until it has arrived.',
  suspense_resolved: 'This is already resolved, or its refund is under way.',
  suspense_not_refundable:
    'There is no provider charge that could be refunded. Credit the money to a player.',
  refund_refused:
    'The payment provider does not refund this payment. Return it by bank transfer and note that as a clawback, or credit it to a player.',
  // wallet
  account_not_activated: 'Your wallet is not activated yet. Activate it first.',
  expiry_refused: 'That took too long, so the signature has expired. Nothing was moved. Try again.',
  wrong_nonce: 'Another transaction of yours is under way. Wait until it is done, then try again.',
  fee_policy_refused: 'The fees have changed. Go back, check them and sign again.',
  passkey_not_authority: 'That passkey does not guard your wallet. Use the one that does.',
  rotation_refused: byReason(
    {
      already_authority: 'That passkey already guards your wallet.',
      other_host: 'That passkey was made for another address of PID. Use another one.',
      unproven: 'That passkey has never been used. Sign in with it once, then try again.',
    },
    'That passkey cannot guard your wallet. Use another one.',
  ),
  fee_drifted: 'The network fee has risen. Go back, check it and sign again.',
  destination_refused: byReason(
    {
      own_vault: 'That is your own wallet. Give another address.',
      mint: 'That is the address of a token itself. Give a wallet address.',
      token_account: 'That is a token account. Give the address of the wallet that owns it.',
    },
    'That address belongs to a program, which cannot send it on. Give a wallet address.',
  ),
  asset_refused: byReason(
    { frozen: 'The issuer of this token has frozen it, so it cannot be moved.' },
    'This token can be seen but not moved.',
  ),
  balance_refused: byReason(
    {
      receiver_below_rent:
        'A wallet that is new on the blockchain must receive at least about 0.0009 SOL. Send more.',
      vault_dust: 'That would leave too little in the wallet. Take everything, or leave a little more.',
      token_apart:
        'These tokens are in a separate token account, where “Everything” does not work. Type the amount instead.',
    },
    'The wallet holds less than the amount and the fees. Take less.',
  ),
  activation_not_sold:
    'You cannot pay for this in rupiah right now. Send SOL to the wallet, or try again later.',
  no_such_operation: 'This transaction no longer exists.',
  chain_unavailable: chainAway,
  program_not_ready: chainAway,
  airdrop_refused: 'The faucet gave nothing. Ask for more, or wait a moment.',
  simulation_refused:
    'The blockchain would refuse this, so nothing was sent. Check the wallet, then try again.',
  not_confirmed_yet:
    'The blockchain has not confirmed it yet. It is not lost: try again. The same transaction continues, and nothing is sent twice.',
  nonce_busy: 'Another transaction of yours is under way. Wait until it is done, then try again.',
  operation_superseded:
    'Another transaction of yours came first, so this one moved nothing. Check the wallet, then try again.',
  operation_failed: 'The blockchain refused it and nothing was moved. Check the wallet, then try again.',
  relay_identity_cap: wait,
  relay_global_cap: 'Today’s free transactions are used up. Try again tomorrow.',
  relayer_balance_low: 'PID cannot pay network fees right now. Your money is safe; try again later.',
  // game sessions
  no_such_session: 'This session no longer exists. Open a new one in the game.',
  vault_not_yours: 'This is about someone else’s wallet. Go back to the game and start again.',
  game_program_refused: 'The game has changed on the blockchain. Go back to it and start again.',
  session_not_alive: 'This session has ended. Open a new one to keep playing.',
  move_refused: 'The blockchain refused this move.',
  play_identity_cap: wait,
  play_global_cap: 'Today’s free moves are used up. Try again tomorrow.',
  sponsor_balance_low: 'PID cannot pay for moves right now. Try again later.',
  move_not_confirmed: 'The blockchain has not confirmed it yet. It is not lost: try again.',
} satisfies Record<ErrorCode, Sentence>;

export type ErrorTexts = Readonly<Record<keyof typeof text, Sentence>>;
