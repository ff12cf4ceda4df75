import { isAddress, toAddress } from '@pid/protocol';
import type { Address } from '@pid/protocol';

/** Values that the service wrote into this page. The address, a form or an RPC server cannot change them. */
export interface PageSeal {
  readonly program: Address | null;
  /** 32 bytes in base58, like an address. */
  readonly genesisHash: Address | null;
  /** True for the offline file, which contains everything it needs. */
  readonly offline: boolean;
}

function readMeta(name: string): Address | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
  return isAddress(content) ? toAddress(content) : null;
}

export function readSeal(): PageSeal {
  return {
    program: readMeta('pid-program'),
    genesisHash: readMeta('pid-genesis'),
    offline: document.querySelector('meta[name=pid-offline]') !== null,
  };
}
