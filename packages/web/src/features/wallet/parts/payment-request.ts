import { languages } from '@pid/contract/languages';
import type { Language } from '@pid/contract/languages';
import { TRANSFER_NOTE_BYTES_MAX, decodeBase58, transferNoteBytes } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { groupDigits } from '../../../kit/format/rupiah.ts';

/**
 * A transfer request of Solana Pay (https://docs.solanapay.com/spec): who asks for how much of what. Everything in it
 * is a claim of the person who made the code.
 */
export interface PaymentRequest {
  readonly to: string;
  /** `SOL`, or the address of a mint. */
  readonly asset: string;
  /** Exactly as written, in whole units; null if the player chooses the amount. */
  readonly amount: string | null;
  readonly references: readonly string[];
  readonly memo: string | null;
  readonly label: string | null;
  readonly message: string | null;
}

export type RequestProblem =
  | { readonly problem: 'broken' | 'website' | 'too-long' }
  | { readonly problem: 'unknown'; readonly parameter: string };

const SCHEME = /^solana:/iu;
const LENGTH_MAX = 2000;
const AMOUNT = /^\d{1,20}(?:\.\d{1,20})?$/u;
/** Parameters that may occur once; `reference` may occur several times. */
const SINGLE = ['amount', 'spl-token', 'label', 'message', 'memo'] as const;
const REFERENCES_MAX = 4;
/** As in BIP 21: a wallet that does not understand such a parameter must not pay. */
const REQUIRED = /^req-/iu;

const isKey = (text: string) =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/u.test(text) && decodeBase58(text)?.length === 32;

/** Returns null for a text that is no `solana:` code at all. */
export function readPaymentRequest(text: string): PaymentRequest | RequestProblem | null {
  const trimmed = text.trim();
  if (!SCHEME.test(trimmed)) return null;
  if (trimmed.length > LENGTH_MAX) return { problem: 'too-long' };
  const [path = '', query = ''] = trimmed
    .replace(SCHEME, '')
    .replace(/#.*$/su, '')
    .split(/\?(.*)/su);
  // A transaction request: the wallet would fetch a transaction from that address and sign it.
  if (/^https?(?::|%3a)/iu.test(path)) return { problem: 'website' };
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => REQUIRED.test(name));
  if (unknown !== undefined) return { problem: 'unknown', parameter: unknown.slice(0, 30) };
  const broken = { problem: 'broken' } as const;
  if (!isKey(path) || SINGLE.some((name) => parameters.getAll(name).length > 1)) return broken;
  const [amount, token, label, message, memo] = SINGLE.map((name) => parameters.get(name) || null);
  if (parameters.has('amount') && !AMOUNT.test(amount ?? '')) return broken;
  if (parameters.has('spl-token') && !isKey(token ?? '')) return broken;
  const references = parameters.getAll('reference');
  if (!references.every(isKey) || new Set(references).size < references.length) return broken;
  const note = { memo: memo ?? undefined, references: references as Address[] };
  if (references.length > REFERENCES_MAX || transferNoteBytes(note) > TRANSFER_NOTE_BYTES_MAX)
    return { problem: 'too-long' };
  return {
    to: path,
    asset: token ?? 'SOL',
    amount: amount ?? null,
    references,
    memo: memo ?? null,
    label: label ?? null,
    message: message ?? null,
  };
}

/** Base units without a float; null if the amount is finer than the asset, as Solana Pay demands. */
export function exactUnits(amount: string, decimals: number): bigint | null {
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The amount of a request in the player's language, without changing a digit. */
export function formatExact(amount: string, locale: Language): string {
  const [whole = '', fraction] = amount.replace(/^0+(?=\d)/u, '').split('.');
  const { thousands, decimal } = languages[locale];
  return `${groupDigits(whole, thousands)}${fraction === undefined ? '' : decimal + fraction}`;
}
