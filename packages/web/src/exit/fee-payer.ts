import { addressFromBytes, concatBytes, decodeBase58, toAddress } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';

/** Pays the network fee. It signs the transaction but does not decide its content. */
export interface FeePayer {
  readonly address: Address;
  /** Turns a message into a complete transaction. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** DER prefix of a 32-byte Ed25519 seed (RFC 8410, section 7). */
const PKCS8_HEAD = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

function withSignature(message: Uint8Array, signature: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(1), signature, message);
}

/** Accepts the formats that wallets export: 64 bytes in base58, or the number list of a keypair file. */
function readSecret(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[')) return decodeBase58(trimmed);
  try {
    const numbers: unknown = JSON.parse(trimmed);
    const isByte = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;
    return Array.isArray(numbers) && numbers.every(isByte) ? Uint8Array.from(numbers as number[]) : null;
  } catch {
    return null;
  }
}

/** A pasted key stays in the memory of this page, as a CryptoKey that cannot be exported. */
export async function payerFromSecret(text: string): Promise<FeePayer> {
  const secret = readSecret(text);
  if (secret?.length !== 64) throw new ExitProblem('badKey');
  let key: CryptoKey;
  try {
    const seed = concatBytes(PKCS8_HEAD, secret.subarray(0, 32));
    key = await crypto.subtle.importKey('pkcs8', seed, { name: 'Ed25519' }, false, ['sign']);
  } catch {
    throw new ExitProblem('keyUnsupported');
  }
  return {
    address: addressFromBytes(secret.slice(32)),
    sign: async (message) => {
      const signature = await crypto.subtle.sign({ name: 'Ed25519' }, key, new Uint8Array(message));
      return withSignature(message, new Uint8Array(signature));
    },
  };
}

interface WalletAccount {
  readonly address: string;
}

/** The part of a Wallet Standard wallet that this page uses. */
export interface BrowserWallet {
  readonly name: string;
  readonly features: {
    readonly 'standard:connect'?: { connect(): Promise<{ accounts: readonly WalletAccount[] }> };
    readonly 'solana:signTransaction'?: {
      signTransaction(input: {
        account: WalletAccount;
        transaction: Uint8Array;
      }): Promise<readonly { signedTransaction: Uint8Array }[]>;
    };
  };
}

/**
 * Wallets announce themselves by events, before or after this page listens (wallet-standard,
 * `@wallet-standard/app`).
 */
export function watchBrowserWallets(onWallet: (wallet: BrowserWallet) => void): () => void {
  const register = (...wallets: BrowserWallet[]) => {
    for (const wallet of wallets) {
      if (wallet.features['standard:connect'] && wallet.features['solana:signTransaction']) onWallet(wallet);
    }
    return () => {};
  };
  const api = Object.freeze({ register });
  const onRegister = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'function')
      (event.detail as (api: unknown) => void)(api);
  };
  window.addEventListener('wallet-standard:register-wallet', onRegister);
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return () => window.removeEventListener('wallet-standard:register-wallet', onRegister);
}

export async function payerFromWallet(wallet: BrowserWallet): Promise<FeePayer> {
  const { 'standard:connect': connecting, 'solana:signTransaction': signing } = wallet.features;
  try {
    const account = (await connecting?.connect())?.accounts[0];
    if (!account || !signing) throw new ExitProblem('walletRefused', wallet.name);
    return {
      address: toAddress(account.address),
      sign: async (message) => {
        const transaction = withSignature(message, new Uint8Array(64));
        const [signed] = await signing.signTransaction({ account, transaction });
        if (!signed) throw new ExitProblem('walletRefused', wallet.name);
        return signed.signedTransaction;
      },
    };
  } catch (error) {
    throw error instanceof ExitProblem ? error : new ExitProblem('walletRefused', wallet.name);
  }
}
