import { randomBytes } from 'node:crypto';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import {
  PLAY_MESSAGE_BYTES_MAX,
  addressFromBytes,
  playMessage,
  playTransaction,
  type PlayMove,
  type PlayTerms,
} from '../src/index.ts';

const key = () => addressFromBytes(new Uint8Array(randomBytes(32)));
const wallet = { program: key(), account: key() };
const terms: PlayTerms = { sponsor: key(), blockhash: key(), unitLimit: 200_000, unitPriceMicroLamports: 7n };

function move(changes: Partial<PlayMove> = {}): PlayMove {
  const accounts = [
    { address: key(), writable: false },
    { address: key(), writable: true },
  ];
  return {
    session: key(),
    sessionPubkey: key(),
    allowedProgram: key(),
    data: Uint8Array.of(1, 4),
    accounts,
    ...changes,
  };
}

describe('a sponsored move', () => {
  it('is a version 0 message without lookup tables that @solana/kit reads back', () => {
    const played = move();
    const compiled = getCompiledTransactionMessageDecoder().decode(playMessage(wallet, terms, played));
    if (compiled.version !== 0) throw new Error('not version 0');
    expect(compiled.staticAccounts.slice(0, 2)).toStrictEqual([terms.sponsor, played.sessionPubkey]);
    expect(compiled.header).toStrictEqual({
      numSignerAccounts: 2,
      numReadonlySignerAccounts: 1,
      numReadonlyNonSignerAccounts: 7,
    });
    expect(compiled.addressTableLookups ?? []).toHaveLength(0);
    expect(compiled.lifetimeToken).toBe(terms.blockhash);
    const [limit, price, execute] = compiled.instructions;
    expect([limit?.data, price?.data]).toStrictEqual([
      Uint8Array.of(2, 0x40, 0x0d, 0x03, 0),
      Uint8Array.of(3, 7, 0, 0, 0, 0, 0, 0, 0),
    ]);
    expect(compiled.instructions).toHaveLength(3);
    const addresses = execute?.accountIndices?.map((index) => compiled.staticAccounts[index]) ?? [];
    expect(compiled.staticAccounts[execute?.programAddressIndex ?? -1]).toBe(wallet.program);
    expect([addresses[0], addresses[1], addresses[2], addresses[3]]).toStrictEqual([
      played.session,
      wallet.account,
      played.sessionPubkey,
      played.allowedProgram,
    ]);
    expect(addresses.slice(5)).toStrictEqual(played.accounts.map(({ address }) => address));
    // The sponsor only pays: no instruction may name it.
    expect(compiled.instructions.some(({ accountIndices }) => accountIndices?.includes(0))).toBe(false);
  });

  it('carries the sponsor’s signature first and the session key’s second', () => {
    const played = move();
    const signatures = [new Uint8Array(64).fill(1), new Uint8Array(64).fill(2)] as const;
    const wire = playTransaction(playMessage(wallet, terms, played), ...signatures);
    const decoded = getTransactionDecoder().decode(wire);
    expect(Object.entries(decoded.signatures)).toStrictEqual([
      [terms.sponsor, signatures[0]],
      [played.sessionPubkey, signatures[1]],
    ]);
  });

  it('lists an account once, with the highest role of all its mentions', () => {
    const twice = key();
    const compiled = getCompiledTransactionMessageDecoder().decode(
      playMessage(
        wallet,
        terms,
        move({
          accounts: [
            { address: twice, writable: false },
            { address: twice, writable: true },
          ],
        }),
      ),
    );
    expect(compiled.staticAccounts.filter((address) => address === twice)).toHaveLength(1);
    expect(compiled.header.numReadonlyNonSignerAccounts).toBe(6);
  });

  it('is refused if it names the sponsor or exceeds a packet', () => {
    expect(() =>
      playMessage(wallet, terms, move({ accounts: [{ address: terms.sponsor, writable: true }] })),
    ).toThrow(RangeError);
    expect(() => playMessage(wallet, terms, move({ data: new Uint8Array(900) }))).toThrow(RangeError);
    const longest = playMessage(wallet, terms, move({ data: new Uint8Array(PLAY_MESSAGE_BYTES_MAX - 445) }));
    expect(longest.length).toBeLessThanOrEqual(PLAY_MESSAGE_BYTES_MAX);
  });
});
