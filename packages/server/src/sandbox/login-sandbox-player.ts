import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../audit/index.ts';
import { requirePlayer, type CallingApp } from './own-player.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

/** Allows the app's login in place of the test player. */
export async function loginSandboxPlayer(
  deps: SandboxDeps,
  app: CallingApp,
  { pid, ...fields }: Input<'loginSandboxPlayer'>,
  origin: AuditOrigin,
): Promise<{ redirectTo: string }> {
  const player = await requirePlayer(deps, app, pid);
  return deps.loginAs(app.clientId, { ...player, authenticatedAt: deps.clock.now() }, fields, origin);
}
