import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config/index.ts';
import { developmentProvider, openIdProvider, type SignInProvider } from './sign-in/index.ts';

type DevelopmentDeps = Omit<Parameters<typeof developmentProvider>[1], 'baseUrl'>;

/** Where one can sign in: as configured, or the development provider, which is part of this process. */
export async function createProviders(
  http: FastifyInstance,
  context: DevelopmentDeps & { readonly config: Config },
): Promise<Map<string, SignInProvider>> {
  const { config } = context;
  const options = config.providers
    ? config.providers.map((provider) => ({
        ...provider,
        redirectUri: `${config.baseUrl.origin}/v1/auth/callback/${provider.id}`,
        allowHttp: config.loopback,
      }))
    : [await developmentProvider(http, { ...context, baseUrl: config.baseUrl })];
  return new Map(options.map((provider) => [provider.id, openIdProvider(provider)]));
}
