import { readProgram } from '@pid/program';
import { MAX_PROTOCOL_FEE_BPS, isAddress, toAddress } from '@pid/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptStep,
  acceptedVersion,
  configDuties,
  configStep,
  layReady,
  policyStep,
  upgradeStep,
  type ConfigDuty,
} from '../chain/index.ts';
import { programFolder } from './chain-connection.ts';
import type { ChainFlags } from './chain-flags.ts';
import { doOrPrint, stepSigner, stepTarget, type StepFlags } from './chain-offline.ts';
import { CommandError, type CommandContext } from './command.ts';

/**
 * Sets another relayer, registrar or treasury in the config, or proposes another administrator. Only the
 * administrator's key is needed.
 */
export async function chainSet(
  context: CommandContext,
  duty: string,
  to: string,
  flags: StepFlags,
): Promise<void> {
  if (!(configDuties as readonly string[]).includes(duty) || !isAddress(to))
    throw new CommandError(`Say which and whom: pid chain set ${configDuties.join('|')} <address>`);
  const { client, programId } = stepTarget(context, flags);
  const signer = stepSigner(flags, context.config.adminKey, 'PID_ADMIN_KEY');
  const instructions = await configStep({ client }, programId, {
    admin: signer.address,
    duty: duty as ConfigDuty,
    to: toAddress(to),
  });
  const title = duty === 'admin' ? 'proposed administrator' : duty;
  if (!instructions) return context.report({ duty, to, changed: false }, `The ${title} is ${to} already.`);
  await doOrPrint(context, client, signer, instructions, {
    result: { duty, to, changed: true },
    sentence: `The ${title} is ${to} now.`,
  });
}

/** Run by the proposed administrator: PID_ADMIN_KEY is the new key here. */
export async function chainAccept(context: CommandContext, flags: StepFlags): Promise<void> {
  const { client, programId } = stepTarget(context, flags);
  const signer = stepSigner(flags, context.config.adminKey, 'PID_ADMIN_KEY');
  const instructions = await acceptStep({ client }, programId, signer.address);
  const admin = signer.address;
  if (!instructions)
    return context.report({ admin, changed: false }, `The administrator is ${admin} already.`);
  await doOrPrint(context, client, signer, instructions, {
    result: { admin, changed: true },
    sentence: `The administrator is ${admin} now.`,
  });
}

/** Appends a fee policy; only the administrator's key is needed. */
export async function chainPolicy(
  context: CommandContext,
  bps: string,
  lamports: string,
  flags: StepFlags,
): Promise<void> {
  if (!/^\d{1,4}$/.test(bps) || Number(bps) > MAX_PROTOCOL_FEE_BPS || !/^\d{1,15}$/.test(lamports))
    throw new CommandError(
      `Say what of the network fee is charged on top and what that fee may be at most: pid chain policy <bps, at most ${MAX_PROTOCOL_FEE_BPS}> <lamports>`,
    );
  const { client, programId } = stepTarget(context, flags);
  const signer = stepSigner(flags, context.config.adminKey, 'PID_ADMIN_KEY');
  const wanted = { bps: Number(bps), maxNetworkFeeLamports: BigInt(lamports) };
  const step = await policyStep({ client }, programId, { admin: signer.address, ...wanted });
  const words = `${bps} bps, at most ${lamports} lamports of network fee`;
  if (!step) return context.report({ ...wanted, changed: false }, `The fee policy is ${words} already.`);
  await doOrPrint(context, client, signer, step.instructions, {
    result: { ...wanted, version: step.version, changed: true },
    sentence: `Fee policy ${step.version}: ${words}.`,
  });
}

/**
 * Writes the program of this release into a buffer for the upgrade authority. Any key with lamports can pay;
 * the authority's key is not needed.
 */
export async function chainWrite(
  context: CommandContext,
  flags: ChainFlags & { readonly authority: string },
): Promise<void> {
  const { payerKey } = context.config;
  if (!isAddress(flags.authority)) throw new CommandError('--authority must be an address');
  if (!payerKey) throw new CommandError('Set PID_PAYER_KEY to a key with lamports first.');
  const { client, programId } = stepTarget(context, flags);
  const elf = readProgram('wallet', await acceptedVersion(client), programFolder(context));
  await context.agree(`${payerKey.address} pays for a buffer that belongs to ${flags.authority}. Continue?`);
  const buffer = await layReady({ client, sleep, report: context.complain }, payerKey, {
    program: programId,
    authority: toAddress(flags.authority),
    elf,
  });
  context.report(
    { buffer },
    buffer === null
      ? 'The program of this release is live already.'
      : `The program is in the buffer ${buffer}: pid chain upgrade --buffer ${buffer} --unsigned ${flags.authority}`,
  );
}

/** The second half of an upgrade with an existing buffer; only the upgrade authority's key is needed. */
export async function chainUpgradeFrom(
  context: CommandContext,
  flags: StepFlags & { readonly buffer: string },
): Promise<void> {
  if (!isAddress(flags.buffer)) throw new CommandError('--buffer must be an address');
  const { client, programId } = stepTarget(context, flags);
  const signer = stepSigner(flags, context.config.upgradeAuthorityKey, 'PID_UPGRADE_AUTHORITY_KEY');
  const instructions = await upgradeStep(
    { client },
    {
      program: programId,
      authority: signer.address,
      elf: readProgram('wallet', await acceptedVersion(client), programFolder(context)),
      buffer: toAddress(flags.buffer),
    },
  );
  if (!instructions)
    return context.report({ programId, action: 'unchanged' }, `Program ${programId} is up to date.`);
  await doOrPrint(context, client, signer, instructions, {
    result: { programId, action: 'upgraded' },
    sentence: `Program ${programId} was upgraded.`,
  });
}
