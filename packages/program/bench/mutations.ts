// Mutations of the wallet program, each of which removes one protection: every guard, every part of a
// compound guard, every call of a check, every arithmetic check, and the manual list below.
export interface Mutation {
  readonly file: string;
  /** The Rust function that loses the protection. */
  readonly place: string;
  readonly text: string;
  readonly mutated: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly text: string;
}

/** Protections that are not written as guards: file, original text, a plausible mistake, description. */
const BY_HAND: readonly (readonly [file: string, from: string, to: string, text: string])[] = [
  [
    'session_execute.rs',
    'account.has_key(&signer.0)',
    'account.is_signer()',
    'passes on the signature of the session signer only',
  ],
  [
    'session_execute.rs',
    'account.has_key(&signer.0)',
    'account.has_key(&signer.0) || account.is_signer()',
    'passes on no signature of another account',
  ],
  [
    'session_execute.rs',
    'writable: account.is_writable()',
    'writable: true',
    'makes no account writable that the transaction did not',
  ],
  [
    'session_close.rs',
    'session.account().close()',
    'session.account().lamports()',
    'withdraws the lamports and zeroes the session',
  ],
  ['session_register.rs', 'session.revoke();', '', 'writes the revocation'],
  ['session_register.rs', 'is_same && ', '', 'accepts a change of the recorded program only'],
  ['session_register.rs', 'epoch: wallet.epoch(),', 'epoch: 0,', 'records the epoch'],
  ['view_session.rs', 'account.put(PAYER, payer);', 'let _ = payer;', 'records who paid the rent'],
  ['view_claim.rs', 'account.put(PAYER, payer);', 'let _ = payer;', 'records who paid the rent'],
  [
    'layout.rs',
    'account.u16_at(0) == u16::from_le_bytes([tag, VERSION])',
    'account.u8_at(0) == tag',
    'checks the layout version',
  ],
  ['passkey.rs', 'wallet.set_nonce(nonce.checked_add(1).ok_or(OVERFLOW)?);', '', 'spends the nonce'],
  ['rotate.rs', 'wallet.set_epoch(wallet.epoch().checked_add(1).ok_or(OVERFLOW)?);', '', 'grows the epoch'],
  [
    'withdraw.rs',
    'treasury_gets: fees::protocol_fee(network_fee, rate)',
    'treasury_gets: fees::protocol_fee(network_fee + measured, rate)',
    'charges the protocol fee on the network fee only',
  ],
  [
    'withdraw.rs',
    'vault.lamports().saturating_sub(fees)',
    'vault.lamports()',
    'deducts the fees from a withdrawal of everything',
  ],
  ['claim.rs', 'now.saturating_add(WAIT_SECONDS)', 'now', 'waits'],
  [
    'claim.rs',
    'claim.account().close()',
    'claim.account().lamports()',
    'withdraws the lamports and zeroes the claim',
  ],
  [
    'recovery.rs',
    'step.check(context, false)?;\n    check_terms',
    'check_terms',
    'the passkey signs a policy',
  ],
  [
    'recovery.rs',
    'step.check(context, guardian.kind() == view_recovery::SHEET)?;',
    '',
    'guardians sign votes',
  ],
  [
    'recovery.rs',
    'step.check(context, false)?;\n    recovery.bar_voters',
    'recovery.bar_voters',
    'the passkey signs a cancellation',
  ],
  [
    'recovery.rs',
    'recovery.bar_voters(wallet.epoch(), now + recovery.delay());',
    '',
    'bars the guardians who voted for it for a while',
  ],
  ['recovery.rs', 'recovery.clear_votes();', '', 'cancelling ends every vote'],
  [
    'recovery.rs',
    'guardian.set_expiry(expiry);',
    '',
    'records the expiry of the vote, which prevents a replay',
  ],
  ['recovery.rs', 'wallet.set_epoch(wallet.epoch().checked_add(1).ok_or(OVERFLOW)?);', '', 'grows the epoch'],
  [
    'recovery.rs',
    'wallet.set_authority(next);\n    recovery.clear_votes();',
    'wallet.set_authority(next);',
    'finishing ends every vote',
  ],
  ['recovery.rs', 'if !is_same {', 'if true {', 'repeating a vote changes nothing'],
  [
    'recovery.rs',
    '\n        && now - guardian.voted_at() < LIFE_SECONDS;',
    ';',
    'an expired vote is renewed',
  ],
  ['recovery.rs', 'guardian.kind() == view_recovery::SHEET', 'false', 'a sheet signs the bare challenge'],
  [
    'view_recovery.rs',
    'self.0.zero(SLOTS, SIZE - SLOTS);',
    '',
    'a new policy ends the votes of the earlier one',
  ],
  ['view_recovery.rs', '&& age < LIFE_SECONDS ', '', 'expired votes do not count'],
  ['view_recovery.rs', '&& earlier.agrees_with(vote)', '', 'votes for another authority do not count'],
  [
    'view_recovery.rs',
    'votes == self.0.u8_at(THRESHOLD)',
    'votes >= self.0.u8_at(THRESHOLD)',
    'the vote that completes the threshold decides, not a later one',
  ],
  ['view_recovery.rs', ' && self.is_decisive(index, epoch)', '', 'requires the threshold'],
  ['view_recovery.rs', ' || vote.epoch() != epoch', '', 'votes of an earlier epoch do not count'],
  [
    'view_recovery.rs',
    '\n            && self.epoch() == other.epoch()',
    '',
    'votes of two epochs do not add up',
  ],
  ['view_recovery.rs', 'self.account.put_u32(self.at + EPOCH, epoch);', 'let _ = epoch;', 'stamps the epoch'],
  [
    'view_recovery.rs',
    'if voter.agrees_with(self.at(index)) {',
    'if true {',
    'bars only guardians who voted for it',
  ],
  ['config.rs', 'config.set_key(Role::PendingAdmin, &SYSTEM);', '', 'ends the proposal'],
  ['fees.rs', 'if version < count {', 'if false {', 'a superseded policy dies'],
  ['fees.rs', '+ (WHOLE - 1)', '', 'rounds the protocol fee up'],
  [
    'game_program.rs',
    '(None, None) => true,',
    '(None, _) => true,',
    'a removed authority differs from a recorded one',
  ],
  ['game_program.rs', '_ => false,', '_ => true,', 'an authority differs from none'],
  ['lib.rs', 'None => Err(MISSING_ACCOUNTS),', 'None => Ok(()),', 'refuses more accounts than it can read'],
];

// A view can only be obtained by loading it, so the compiler already reports a missing load.
const CHECK = /^ +((?:\w+::)*(?:check_\w+|authorise|verify|approve))\(/gm;
const ARITHMETIC = /checked_(add|sub)\(/g;

export function mutationsOf(file: string, source: string): Mutation[] {
  const spans = [
    ...guards(source),
    ...declinedOptions(source),
    ...checks(source),
    ...arithmetic(source),
    ...BY_HAND.filter(([name]) => name === file).map((change) => byHand(source, change)),
  ];
  return spans
    .toSorted((left, right) => left.start - right.start)
    .map((span) => ({
      file,
      place: functionAt(source, span.start),
      text: span.text.replaceAll(/\s+/g, ' '),
      mutated: source.slice(0, span.start) + span.replacement + source.slice(span.end),
    }));
}

function guards(source: string): Span[] {
  return [...source.matchAll(/ensure!\(/g)].flatMap((match) => {
    const start = match.index + match[0].length;
    const end = endOf(source, start, [',']);
    const condition = source.slice(start, end);
    const code = source.slice(end + 1, endOf(source, end + 1, [])).trim();
    const failure = code.replace(/,$/, '');
    const whole = { start, end, replacement: 'true', text: `${condition.trim()} → ${failure}` };
    const parts = partsOf(condition, '&&', start, 'true', failure);
    return parts.length > 0 ? parts : [whole];
  });
}

/** Mutates each part of `if a || b { return None; }` and `let is_x = a && b;` separately. */
function declinedOptions(source: string): Span[] {
  const declined = [...source.matchAll(/if (.*) \{\n\s+return None;/g)].flatMap((match) => {
    const [start, condition] = [match.index + 3, match[1] ?? ''];
    const whole = { start, end: start + condition.length, replacement: 'false', text: `${condition} → None` };
    const parts = partsOf(condition, '||', start, 'false', 'None');
    return parts.length > 0 ? parts : [whole];
  });
  const named = [...source.matchAll(/let is_\w+ = ([^;]*&&[^;]*);/g)].flatMap((match) => {
    const condition = match[1] ?? '';
    const start = match.index + match[0].indexOf(condition);
    return partsOf(condition, '&&', start, 'true', 'false');
  });
  return [...declined, ...named];
}

function checks(source: string): Span[] {
  return [...source.matchAll(CHECK)].flatMap((match) => {
    const start = match.index + match[0].search(/\S/);
    const end = endOf(source, match.index + match[0].length, []) + 1;
    const text = `calls ${match[1]}`;
    if (source.startsWith('?;', end)) return [{ start, end: end + 2, replacement: '', text }];
    return /^\n *\}/.test(source.slice(end)) ? [{ start, end, replacement: 'Ok(())', text }] : [];
  });
}

function arithmetic(source: string): Span[] {
  return [...source.matchAll(ARITHMETIC)].flatMap((match) => {
    const argument = match.index + match[0].length;
    const close = endOf(source, argument, []);
    const failure = /^\)\s*\.ok_or\((\w+)\)\??/.exec(source.slice(close));
    if (!failure) return [];
    const end = close + failure[0].length;
    const value = `wrapping_${match[1]}(${source.slice(argument, close)})`;
    const before = source.slice(0, match.index).lastIndexOf('\n') + 1;
    const isTail = !failure[0].endsWith('?');
    const text = `${source.slice(before, close + 1).trim()} → ${failure[1]}`;
    if (!isTail) return [{ start: match.index, end, replacement: value, text }];
    const left = source.slice(before, match.index).trim();
    return [{ start: before, end, replacement: `Ok(${left}${value})`, text }];
  });
}

function byHand(source: string, [file, from, to, text]: (typeof BY_HAND)[number]): Span {
  const start = source.indexOf(from);
  if (start < 0) throw new Error(`${file} no longer has: ${from}`);
  return { start, end: start + from.length, replacement: to, text };
}

function partsOf(
  condition: string,
  operator: '&&' | '||',
  start: number,
  replacement: string,
  failure: string,
): Span[] {
  const parts: Span[] = [];
  for (let offset = 0; offset < condition.length;) {
    const end = endOf(condition, offset, [operator]);
    const text = condition.slice(offset, end);
    const lead = text.length - text.trimStart().length;
    parts.push({
      start: start + offset + lead,
      end: start + offset + text.trimEnd().length,
      replacement,
      text: `… ${text.trim()} … → ${failure}`,
    });
    offset = end + operator.length;
  }
  return parts.length > 1 ? parts : [];
}

/**
 * Returns the end of the expression at `start`: a stop outside brackets, or the bracket that closes around
 * it.
 */
function endOf(source: string, start: number, stops: readonly string[]): number {
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    const literal = /^(b?'(\\.|[^\\'])'|b?"(\\.|[^"\\])*")/.exec(source.slice(index, index + 80));
    if (literal) {
      index += literal[0].length - 1;
      continue;
    }
    const character = source.charAt(index);
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth < 0) return index;
    if (depth === 0 && stops.some((stop) => source.startsWith(stop, index))) return index;
  }
  return source.length;
}

function functionAt(source: string, offset: number): string {
  const names = [...source.slice(0, offset).matchAll(/\bfn (\w+)/g)];
  return names.at(-1)?.[1] ?? 'module';
}
