import { isLoopbackHost } from '../platform/http/index.ts';
import { CommandError, type CommandContext } from './command.ts';

/** Returns the service's address. Refuses anything but a loopback service with the development sign-in. */
export function serviceHere({ config }: CommandContext, command: string): string {
  if (!isLoopbackHost(config.baseUrl.hostname) || config.providers)
    throw new CommandError(
      `${command} works only on your own machine: it needs a loopback PID_BASE_URL and no PID_PROVIDERS.`,
    );
  return config.baseUrl.origin;
}

export async function runningServiceHere(context: CommandContext, command: string): Promise<string> {
  const service = serviceHere(context, command);
  const answer = await fetch(`${service}/healthz`).catch(() => null);
  if (!answer?.ok) throw new CommandError(`No service responds at ${service}: start it with npm start.`);
  return service;
}
