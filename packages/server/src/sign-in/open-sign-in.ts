import type { FastifyInstance } from 'fastify';
import { listLogins } from '../credentials/index.ts';
import type { Slice } from '../platform/slice.ts';
import { claimRoutes } from './claim.routes.ts';
import {
  developmentProvider,
  type DevelopmentProviderDeps,
  sweepRecords,
} from './development-provider/index.ts';
import { openIdProvider, type SignInProvider } from './providers.ts';
import type { CallbackDeps } from './answer-callback.ts';
import type { SignInConfig } from './settings.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { eraseTickets, sweepSignIn } from './sign-in.store.ts';
import { steamProvider } from './steam-provider.ts';

type SignInDeps = Omit<CallbackDeps, 'providers' | 'baseUrl' | 'claimTtlSeconds' | 'secureCookies'> &
  Omit<Parameters<typeof claimRoutes>[0], 'administrators' | 'refusedWords'> &
  Omit<DevelopmentProviderDeps, 'baseUrl'> & {
    readonly config: SignInConfig & { readonly admins: readonly string[] };
  };

const keptMillis = 2 * 86_400_000;

export async function openSignIn(http: FastifyInstance, deps: SignInDeps): Promise<Slice> {
  const { config, db, clock, cookies } = deps;
  const { baseUrl, claimTtlSeconds } = config;
  const providers = await openProviders(http, deps);
  return {
    routes: [
      ...signInRoutes({ ...deps, providers, baseUrl, claimTtlSeconds, secureCookies: cookies.secure }),
      ...claimRoutes({
        ...deps,
        administrators: new Set(config.admins),
        refusedWords: new Set(config.refusedHandleWords),
      }),
    ],
    jobs: [
      {
        name: 'sweep sign-ins',
        everySeconds: 300,
        run: async () => {
          await sweepSignIn(db, clock.now(), new Date(clock.nowMillis() - keptMillis));
          await sweepRecords(db, clock.now());
        },
      },
    ],
    async erase(tx, { id }) {
      for (const login of await listLogins(tx, id)) await eraseTickets(tx, login);
    },
  };
}

/** Opens the configured providers, or the development provider, which is part of this process. */
async function openProviders(http: FastifyInstance, deps: SignInDeps): Promise<Map<string, SignInProvider>> {
  const { baseUrl, loopback, providers } = deps.config;
  const opened = providers
    ? providers.map((provider) => {
        const redirectUri = `${baseUrl.origin}/v1/auth/callback/${provider.id}`;
        return provider.protocol === 'steam'
          ? steamProvider({ ...provider, redirectUri }, deps.clock)
          : openIdProvider({ ...provider, redirectUri, allowHttp: loopback });
      })
    : [openIdProvider(await developmentProvider(http, { ...deps, baseUrl }))];
  return new Map(opened.map((provider) => [provider.id, provider]));
}
