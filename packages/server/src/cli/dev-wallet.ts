import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  findVaultAddress,
  fromBase64Url,
  toAddress,
  toBase64Url,
  toBytes32,
} from '@pid/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from './command.ts';
import type { DevBrowser } from './dev-browser.ts';
import type { DevPasskey } from '../sandbox/index.ts';

const lamports = '2000000000';
const tokens = 100;
const patienceSeconds = 20;

/**
 * Funds the player's vault from the faucet and activates it, as the wallet page does. An activated vault
 * stays unchanged.
 */
export async function giveWallet(
  browser: DevBrowser,
  pid: string,
  passkey: DevPasskey,
): Promise<{ wallet: string; testToken: string } | null> {
  const chain = await browser.call('getChain').catch(() => null);
  // There is no faucet on a configured cluster or without wallets.
  if (!chain?.testToken) return null;
  const programId = toAddress(chain.programId);
  const accountId = accountIdFromPid(pid);
  const { address: vault } = findVaultAddress(programId, accountId);
  const result = { wallet: vault, testToken: chain.testToken.mint };
  let account = await browser.call('getAccount');
  if (account.status === 'activated') return result;
  await browser.call('requestAirdrop', { address: vault, lamports });
  const amount = String(BigInt(tokens) * 10n ** BigInt(chain.testToken.decimals));
  await browser.call('requestAirdrop', { address: vault, mint: chain.testToken.mint, amount });
  for (let waited = 0; account.status === 'funding_required'; waited += 1) {
    if (waited === patienceSeconds) throw new CommandError('The development chain did not confirm in time.');
    await sleep(1000);
    account = await browser.call('getAccount');
  }
  const expiry = account.chainTime + 300;
  const challenge = challengeFor(
    {
      genesisHash: addressBytes(toAddress(chain.genesisHash)),
      program: programId,
      accountId,
      vault,
      nonce: 0n,
      expiry: BigInt(expiry),
    },
    {
      action: 'activate',
      authority: brandPasskeyPoint(passkey.publicKey),
      rpIdHash: toBytes32(fromBase64Url(account.rpIdHash)),
      feePolicyVersion: account.feePolicyVersion,
    },
  );
  await browser.call('activateAccount', {
    expiry,
    feePolicyVersion: account.feePolicyVersion,
    quotedNetworkFeeLamports: String(account.networkFeeLamports),
    assertion: passkey.assert(toBase64Url(challenge)),
  });
  return result;
}
