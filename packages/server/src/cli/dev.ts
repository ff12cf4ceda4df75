import type { Command } from 'commander';
import type { Run } from './command.ts';
import { devEvents } from './dev-events.ts';
import { devDecline, devExpire, devPay } from './dev-payments.ts';
import { devPlayer } from './dev-player.ts';
import { devReset } from './dev-reset.ts';

/** For trying: everything here works on loopback with the development sign-in, and refuses elsewhere. */
export function addDev(pid: Command, run: Run): void {
  const dev = pid
    .command('dev')
    .description('test players, payments, events and a fresh start, on your own machine');
  dev
    .command('player')
    .description('prints a signed-in test player: pid, session cookie, and the bearer of a test app')
    .option('--handle <handle>', 'the name before @pid; left out, a new one')
    .option('--balance <rupiah>', 'tops the player up through the sandbox checkout')
    .option('--passkey', 'with a passkey, and a wallet that is activated and has 2 SOL and 100 test tokens')
    .action(run(devPlayer));
  const ofPayment = (name: string, what: string) => dev.command(`${name} <payment>`).description(what);
  const byPlayer = 'who does it; left out, the player whom the payment is for, or else tester_payer';
  ofPayment('pay', 'pays it, with play money when the balance is short')
    .option('--player <handle>', byPlayer)
    .action(run(devPay));
  ofPayment('decline', 'says no').option('--player <handle>', byPlayer).action(run(devDecline));
  ofPayment('expire', 'lets its time be over: an open one expires, a held one goes back').action(
    run(devExpire),
  );
  dev
    .command('events <client_id>')
    .description('prints the events of an app as they come, one line each')
    .option('--after <number>', 'from behind this number on; left out, from the oldest that is kept')
    .option('--count <number>', 'ends after so many; left out, Ctrl+C ends it')
    .action(run(devEvents));
  dev
    .command('reset')
    .description('begins afresh: deletes the embedded database and chain of the data folder')
    .action(run(devReset));
}
