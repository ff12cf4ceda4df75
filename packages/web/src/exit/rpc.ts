/** A Solana RPC server, as far as leaving needs one. Nothing else is asked. */
export interface Rpc {
  call<T>(method: string, params?: readonly unknown[]): Promise<T>;
}

/** `unreachable`: no answer that one could read; `refused`: the server said no, in its words. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly kind: 'unreachable' | 'refused';
  /** Of the program, when it was the program that refused. */
  readonly programCode: number | null;

  constructor(kind: 'unreachable' | 'refused', message: string, programCode: number | null = null) {
    super(message);
    this.kind = kind;
    this.programCode = programCode;
  }
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message?: string; readonly data?: unknown };
}

const TIMEOUT_MILLISECONDS = 20_000;

/** `custom program error: 0x1b58`, or `{"InstructionError":[1,{"Custom":7000}]}`. */
function programCodeOf(error: NonNullable<Answer['error']>): number | null {
  const inWords = /custom program error: 0x([0-9a-f]+)/iu.exec(error.message ?? '');
  if (inWords) return Number.parseInt(inWords[1] ?? '', 16);
  const asData = /"Custom":(\d+)/u.exec(JSON.stringify(error.data ?? null));
  return asData ? Number(asData[1]) : null;
}

export function openRpc(url: string): Rpc {
  return {
    async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      let answer: Answer;
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
          signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
        });
        answer = (await response.json()) as Answer;
      } catch (error) {
        throw new RpcError('unreachable', error instanceof Error ? error.message : 'no answer');
      }
      if (answer.error)
        throw new RpcError('refused', answer.error.message ?? 'no reason given', programCodeOf(answer.error));
      // The shapes are those of Solana's own documentation.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return answer.result as T;
    },
  };
}

export interface RawAccount {
  readonly lamports: number;
  readonly owner: string;
  readonly data: readonly [string, string];
}

export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export async function readAccounts(
  rpc: Rpc,
  addresses: readonly string[],
): Promise<readonly (RawAccount | null)[]> {
  const { value } = await rpc.call<{ value: readonly (RawAccount | null)[] }>('getMultipleAccounts', [
    addresses,
    { encoding: 'base64', commitment: 'confirmed' },
  ]);
  return value;
}
