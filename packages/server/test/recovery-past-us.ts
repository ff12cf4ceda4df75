// Actions of guardians with the saved page: votes and finishes without the service.
import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  clientDataTail,
  decodeConfig,
  decodeRecovery,
  deriveWallet,
  findRecoveryAddress,
  finishRecoveryInstruction,
  passkeyInstruction,
  setRecoveryPolicyInstruction,
  sheetInstruction,
  toAddress,
  toBytes32,
  voteRecoveryInstruction,
  type ProgramInstruction,
} from '@pid/protocol';
import type { SheetKey } from '@pid/protocol/sheet';
import { embeddedFaucet } from '@pid/dev-chain';
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { landTransaction } from '../src/chain/index.ts';
import type { ChainClient } from '../src/platform/chain/client/index.ts';
import { chainOf, type WalletOwner } from './account-helper.ts';
import { guardianOf, policyBody, type GuardianBody } from './recovery-helper.ts';
import { createSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

export interface Outside {
  readonly chain: ChainClient;
  /** Sends one guardian's vote, signed with a sheet. */
  vote(pid: string, sheet: SheetKey, index: number, passkey: SoftPasskey): Promise<void>;
  finish(pid: string, passkey: SoftPasskey): Promise<void>;
  /** Signed by the owner's passkey; the vault pays. */
  setPolicy(owner: WalletOwner, guardians: readonly GuardianBody[]): Promise<void>;
}

/** Acts on the chain of a service, bypassing the service. */
export async function openOutside(service: TestService): Promise<Outside> {
  const chain = await chainOf(service);
  const facts = await service.client().call('getChain');
  const program = toAddress(facts.programId);
  const walletOf = (pid: string) => deriveWallet(program, accountIdFromPid(pid));
  const land = async (instructions: readonly ProgramInstruction[]) => {
    const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
    await landTransaction({ client: chain, sleep }, await embeddedFaucet(service.db), [...instructions]);
  };
  return {
    chain,
    async vote(pid, sheet, index, passkey) {
      const wallet = walletOf(pid);
      const { address } = findRecoveryAddress(program, wallet.accountId);
      const { accounts } = await chain.accounts([address, wallet.config]);
      const recovery = decodeRecovery(accounts[0]!.data)!;
      const vote = {
        index,
        newAuthority: brandPasskeyPoint(passkey.publicKey),
        newRpIdHash: decodeConfig(accounts[1]!.data)!.rpIdHash,
      };
      const terms = { nonce: recovery.nonce, expiry: (await chain.time()).seconds + 500n };
      const genesisHash = addressBytes(toAddress(facts.genesisHash));
      const challenge = challengeFor(
        { ...wallet, genesisHash, ...terms },
        { action: 'voteRecovery', ...vote },
      );
      await land([
        sheetInstruction(sheet.publicKey, sheet.sign(challenge), challenge),
        voteRecoveryInstruction(wallet, {
          ...vote,
          ...terms,
          tail: new Uint8Array(0),
          guardianAccount: null,
        }),
      ]);
    },
    async setPolicy(owner, guardians) {
      const { assertion: signed, ...terms } = await policyBody(owner, guardians);
      const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
      const assertion = {
        signature: bytes(signed.signature),
        authenticatorData: bytes(signed.authenticatorData),
        clientDataJSON: bytes(signed.clientDataJSON),
      };
      const challenge = toBytes32(
        bytes(JSON.parse(Buffer.from(assertion.clientDataJSON).toString()).challenge),
      );
      const tail = clientDataTail(assertion.clientDataJSON, challenge, service.baseUrl);
      if (!tail) throw new Error('The assertion is for another page');
      const nonce = BigInt(terms.nonce);
      const policy = { ...terms, guardians: guardians.map(guardianOf), nonce, expiry: BigInt(terms.expiry) };
      await land([
        passkeyInstruction(brandPasskeyPoint(owner.passkey.publicKey), assertion),
        setRecoveryPolicyInstruction(walletOf(owner.pid), { ...policy, tail, payer: null }),
      ]);
    },
    finish: (pid, passkey) =>
      land([finishRecoveryInstruction(walletOf(pid), brandPasskeyPoint(passkey.publicKey))]),
  };
}

/**
 * A passkey as the saved page creates it: its user handle names the player, and it is not registered at the
 * service.
 */
export function passkeyOfExit(service: TestService, pid: string): SoftPasskey {
  const passkey = createSoftPasskey({ origin: service.baseUrl });
  passkey.userHandle = Buffer.from(`${pid}#${randomBytes(8).toString('hex')}`).toString('base64url');
  return passkey;
}

/** Votes, waits for the delay and finishes, all without the service. */
export async function recoverPastUs(
  service: TestService,
  outside: Outside,
  input: { pid: string; sheet: SheetKey; passkey: SoftPasskey; delaySeconds: number },
): Promise<void> {
  await outside.vote(input.pid, input.sheet, 0, input.passkey);
  service.clock.advanceSeconds(input.delaySeconds + 60);
  await finishPastUs(outside, input.pid, input.passkey);
}

/** Retries until the chain's clock has advanced far enough. */
export async function finishPastUs(outside: Outside, pid: string, passkey: SoftPasskey): Promise<void> {
  await expect
    .poll(async () => {
      try {
        await outside.finish(pid, passkey);
        return true;
      } catch {
        return false;
      }
    })
    .toBe(true);
}
