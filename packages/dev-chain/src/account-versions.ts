import type { Address } from '@pid/protocol';
import type { ChainAccount } from './vm.ts';

interface Version {
  readonly slot: bigint;
  /** State of the account before the change in `slot`. */
  readonly before: ChainAccount | null;
}

/**
 * Keeps the states of accounts in slots that are not finalized yet, so that a read at each commitment returns
 * the state of that commitment.
 */
export class AccountVersions {
  readonly #versions = new Map<Address, Version[]>();
  readonly #changes: { readonly slot: bigint; readonly address: Address }[] = [];

  record(address: Address, slot: bigint, before: ChainAccount | null): void {
    const versions = this.#versions.get(address) ?? [];
    if (versions.at(-1)?.slot === slot) return;
    versions.push({ slot, before });
    this.#versions.set(address, versions);
    this.#changes.push({ slot, address });
  }

  at(address: Address, slot: bigint, current: ChainAccount | null): ChainAccount | null {
    const later = this.#versions.get(address)?.find((version) => version.slot > slot);
    return later ? later.before : current;
  }

  /** Accounts that changed after `slot`. */
  changedSince(slot: bigint): Address[] {
    return [...this.#versions]
      .filter(([, versions]) => versions.some((version) => version.slot > slot))
      .map(([address]) => address);
  }

  isChangedSince(address: Address, slot: bigint): boolean {
    return this.#versions.get(address)?.some((version) => version.slot > slot) ?? false;
  }

  forgetUpTo(slot: bigint): void {
    let done = 0;
    for (; done < this.#changes.length && this.#changes[done]!.slot <= slot; done += 1) {
      const { address } = this.#changes[done]!;
      const versions = (this.#versions.get(address) ?? []).filter((version) => version.slot > slot);
      if (versions.length === 0) this.#versions.delete(address);
      else this.#versions.set(address, versions);
    }
    if (done > 0) this.#changes.splice(0, done);
  }
}
