/** Answers about the smart account; lamports of the account itself are JSON integers, all else decimal strings. */
export interface Account {
  readonly pid: string;
  readonly status: 'funding_required' | 'ready' | 'activated';
  readonly smartAccountAddress: string;
  readonly balanceLamports: number;
  readonly requiredLamports: number;
  readonly networkFeeLamports: number;
  readonly protocolFeeBps: number;
  readonly chainTime: number;
  readonly feePolicyVersion: number;
  readonly nonce: string;
  readonly authorityCredentialId: string | null;
}

export interface Asset {
  /** `SOL` or the address of a mint. */
  readonly asset: string;
  readonly amount: string;
  readonly decimals: number;
  readonly movable: boolean;
  /** Why it cannot be moved, as a word and in English. */
  readonly refused?: string;
  readonly reason?: string;
}

export interface Operation {
  readonly id: string;
  readonly kind: 'activate' | 'withdraw' | 'rotate' | 'register_session' | 'revoke_session';
  readonly state: 'prepared' | 'confirmed' | 'finalized' | 'failed' | 'expired' | 'superseded';
  readonly signature: string;
  readonly networkFeeLamports: string;
  readonly protocolFeeLamports: string;
  readonly amount?: string;
  readonly createdAt: string;
}

export interface Chain {
  readonly cluster: string;
  readonly genesisHash: string;
  readonly programId: string;
  readonly rpId: string;
  /** On the development chain only. */
  readonly testToken: { readonly mint: string; readonly decimals: number } | null;
}

export interface Quote {
  readonly networkFeeLamports: string;
  readonly protocolFeeBps: number;
  readonly feePolicyVersion: number;
  readonly totalFeeLamports: string;
  /** Of the receiver's token account, when it has to be made. */
  readonly rentLamports: string;
}
