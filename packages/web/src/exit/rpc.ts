/**
 * The part of a Solana RPC server that an exit needs. It is not trusted: a response may be false, huge or
 * missing.
 */
export interface Rpc {
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
}

/**
 * `unreachable`: no readable response; `senseless`: a response of the wrong shape; `refused`: an error, with
 * the server's message.
 */
export type RpcErrorKind = 'unreachable' | 'senseless' | 'refused';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly kind: RpcErrorKind;
  /** The program's error code, if the program refused. */
  readonly programCode: number | null;

  constructor(kind: RpcErrorKind, message: string, programCode: number | null = null) {
    super(message);
    this.kind = kind;
    this.programCode = programCode;
  }
}

const TIMEOUT_MILLISECONDS = 20_000;
/** Ten thousand token accounts take 5 MB; an endless response is cut off. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const WORDS_MAX = 200;

/** Limits untrusted text to one short line of printable characters. */
function plainWords(words: unknown): string {
  return typeof words === 'string'
    ? words.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, WORDS_MAX)
    : '';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const senseless = (method: string) => new RpcError('senseless', method);

/** `custom program error: 0x1b58`, or `{"InstructionError":[1,{"Custom":7000}]}`. */
function programCodeOf(error: Readonly<Record<string, unknown>>): number | null {
  const inWords = /custom program error: 0x([0-9a-f]{1,8})/iu.exec(plainWords(error['message']));
  if (inWords) return Number.parseInt(inWords[1] ?? '', 16);
  const asData = /"Custom":(\d{1,10})/u.exec(JSON.stringify(error['data'] ?? null));
  return asData ? Number(asData[1]) : null;
}

async function readBounded(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    text += decoder.decode(value, { stream: true });
  }
}

export function openRpc(url: string): Rpc {
  return {
    async call(method, params = []) {
      let answer: unknown;
      // The timeout also ends a body that never ends.
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), TIMEOUT_MILLISECONDS);
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
          signal: ending.signal,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
        });
        answer = JSON.parse(await readBounded(response));
      } catch (error) {
        throw new RpcError('unreachable', error instanceof Error ? error.message : 'no answer');
      } finally {
        clearTimeout(timer);
      }
      if (!isRecord(answer)) throw senseless(method);
      const { error, result } = answer;
      if (isRecord(error)) throw new RpcError('refused', plainWords(error['message']), programCodeOf(error));
      return result;
    },
  };
}

/** Returns the `value` of a response that has a context. */
export function valueOf(method: string, result: unknown): unknown {
  if (!isRecord(result) || !('value' in result)) throw senseless(method);
  return result['value'];
}

export interface RawAccount {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Uint8Array;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function readAccount(method: string, value: unknown): RawAccount {
  if (!isRecord(value)) throw senseless(method);
  const { lamports, owner, data } = value;
  const text: unknown = Array.isArray(data) && data[1] === 'base64' ? data[0] : null;
  if (!Number.isInteger(lamports) || Number(lamports) < 0) throw senseless(method);
  if (typeof owner !== 'string' || typeof text !== 'string') throw senseless(method);
  try {
    return {
      lamports: BigInt(Number(lamports)),
      owner,
      data: Uint8Array.from(atob(text), (char) => char.charCodeAt(0)),
    };
  } catch {
    throw senseless(method);
  }
}

const ACCOUNTS = 'getMultipleAccounts';
/** The limit of servers for one request (Agave: MAX_MULTIPLE_ACCOUNTS). */
export const ACCOUNTS_AT_ONCE = 100;

/** Takes at most a hundred addresses. */
export async function readAccounts(
  rpc: Rpc,
  addresses: readonly string[],
): Promise<readonly (RawAccount | null)[]> {
  const value = valueOf(
    ACCOUNTS,
    await rpc.call(ACCOUNTS, [addresses, { encoding: 'base64', commitment: 'confirmed' }]),
  );
  if (!Array.isArray(value) || value.length !== addresses.length) throw senseless(ACCOUNTS);
  return value.map((entry: unknown) => (entry === null ? null : readAccount(ACCOUNTS, entry)));
}
