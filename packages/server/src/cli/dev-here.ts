import { isLoopbackHost } from '../platform/http/index.ts';
import { CommandError, type CommandContext } from './command.ts';

/** The address of the service, on one's own machine with the development sign-in; anywhere else nothing of it works. */
export function serviceHere({ config }: CommandContext, command: string): string {
  if (!isLoopbackHost(config.baseUrl.hostname) || config.providers)
    throw new CommandError(
      `${command} is for your own machine: a loopback PID_BASE_URL, and no PID_PROVIDERS.`,
    );
  return config.baseUrl.origin;
}

export async function runningServiceHere(context: CommandContext, command: string): Promise<string> {
  const service = serviceHere(context, command);
  const answer = await fetch(`${service}/healthz`).catch(() => null);
  if (!answer?.ok) throw new CommandError(`No service answers at ${service}: start it with npm start.`);
  return service;
}
