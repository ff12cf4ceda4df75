import type { Command } from 'commander';
import type { Run } from './command.ts';
import { devEvents } from './dev-events.ts';
import { devDecline, devExpire, devPay } from './dev-payments.ts';
import { devPlayer } from './dev-player.ts';
import { devReset } from './dev-reset.ts';

const to = ['--to <url>', 'another service on this machine; default: the one of the data folder'] as const;

/** Commands for development: they work on loopback with the development sign-in and refuse elsewhere. */
export function addDev(pid: Command, run: Run): void {
  const dev = pid.command('dev').description('test players, payments, events and reset, on your own machine');
  dev
    .command('player')
    .description('prints a signed-in test player: pid, session cookie, and the bearer of a test app')
    .option('--handle <handle>', 'the name before @pid; default: a new one')
    .option('--balance <rupiah>', 'tops the player up through the sandbox checkout')
    .option('--passkey', 'adds a passkey and an activated wallet with 2 SOL and 100 test tokens')
    .option(...to)
    .action(run(devPlayer));
  const ofPayment = (name: string, what: string) =>
    dev
      .command(`${name} <payment>`)
      .description(what)
      .option(...to);
  const byPlayer =
    'the player who acts; default: the player whom the payment names, or else, and with --to, tester_payer';
  ofPayment('pay', 'pays the payment, with play money if the balance is too low')
    .option('--player <handle>', byPlayer)
    .action(run(devPay));
  ofPayment('decline', 'says no').option('--player <handle>', byPlayer).action(run(devDecline));
  ofPayment('expire', 'lets the payment expire: an open one expires, a held one is voided').action(
    run(devExpire),
  );
  dev
    .command('events <client_id>')
    .description('prints the events of an app as they occur, one per line')
    .option('--after <number>', 'starts after this number; default: at the oldest event')
    .option('--count <number>', 'stops after this many events; default: runs until Ctrl+C')
    .option(...to)
    .action(run(devEvents));
  dev
    .command('reset')
    .description('deletes the embedded database and chain in the data folder')
    .action(run(devReset));
}
