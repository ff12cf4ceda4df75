import { isLoopbackHost } from '../http/same-origin.ts';
import { fileVariable, textOf } from './secret-files.ts';
import type { Setting } from './setting.ts';
import { settings, type SettingName, type SettingValue } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = { readonly [Name in SettingName]: SettingValue<Name> } & {
  readonly baseUrl: URL;
  readonly host: string;
  readonly drainSeconds: number;
  readonly loopback: boolean;
};

/** All problems of the environment together, each with a sentence that says how to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

export function loadConfig(environment: Environment): Config {
  const values = readSettings(environment, Object.keys(settings) as SettingName[]);
  const config = derive(values);
  const refusals = [
    ...productionGuards(config),
    ...paymentGuards(config),
    ...registrarGuards(config),
    ...sealingGuards(config),
    ...mailGuards(config),
    ...sponsorGuards(config),
  ];
  if (refusals.length > 0) throw new ConfigError(refusals);
  return config;
}

function valueOf(setting: Setting<unknown>, text: string | undefined): unknown {
  try {
    return text === undefined ? setting.fallback : setting.read(text);
  } catch (error) {
    throw new Error(
      text?.startsWith('tcp://')
        ? `${setting.variable} is ${text}, which Kubernetes sets in every pod beside a Service called pid: set enableServiceLinks: false in the pod's spec`
        : `${setting.variable} ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Reads only these settings, for a process that must not see the others. Throws all problems together. */
export function readSettings<Name extends SettingName>(
  environment: Environment,
  names: readonly Name[],
): { readonly [Each in Name]: SettingValue<Each> } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const setting: Setting<unknown> = settings[name];
    try {
      values[name] = valueOf(setting, textOf(environment, setting));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as { [Each in Name]: SettingValue<Each> };
}

function derive(values: { [Name in SettingName]: SettingValue<Name> }): Config {
  const baseUrl = values.baseUrl ?? new URL(`http://localhost:${values.port}`);
  const loopback = isLoopbackHost(baseUrl.hostname);
  return {
    ...values,
    baseUrl,
    loopback,
    // A single address in production, so that the connection limit counts all connections.
    host: values.host ?? (loopback ? 'localhost' : '127.0.0.1'),
    drainSeconds: values.drainSeconds ?? (loopback ? 0 : 5),
  };
}

/** Refuses settings that are safe on a developer's machine and dangerous on the internet. */
function productionGuards(config: Config): string[] {
  if (config.loopback) return [];
  const refusals: string[] = [];
  if (config.baseUrl.protocol !== 'https:') {
    refusals.push(
      `PID_BASE_URL is ${config.baseUrl.origin}: on a host other than loopback it must be https, because passkeys and cookies need it`,
    );
  }
  if (config.rateLimit === 0) {
    refusals.push(
      'PID_RATE_LIMIT is 0, which turns rate limits off and is allowed on loopback only: leave it unset, or set a larger number for looser limits',
    );
  }
  if (!config.providers) {
    refusals.push(
      'PID_PROVIDERS is not set: the development sign-in lets anyone sign in as anyone and starts on loopback only',
    );
  }
  return [...refusals, ...(config.chain === 'off' ? [] : chainGuards(config))];
}

function chainGuards(config: Config): string[] {
  const refusals: string[] = [];
  if (!config.solanaRpcUrls) {
    refusals.push(
      'PID_SOLANA_RPC_URL is not set: the embedded chain gives money away and starts on loopback only',
    );
  }
  for (const name of ['relayerKey', 'registrarKey', 'playSponsorKey'] as const) {
    if (config[name] === null && !(name === 'registrarKey' && config.registrarUrl))
      refusals.push(
        `${settings[name].variable} is not set: what the service makes up for itself is for loopback only`,
      );
  }
  return refusals;
}

function paymentGuards(config: Config): string[] {
  const refusals: string[] = [];
  if (config.paymentProvider === 'sandbox' && !config.loopback) {
    refusals.push(
      'PID_PAYMENT_PROVIDER is sandbox: it credits money that nobody paid and starts on loopback only; set midtrans or xendit, or leave it unset',
    );
  }
  if (config.paymentProvider === 'midtrans' && !config.midtransServerKey)
    refusals.push('PID_MIDTRANS_SERVER_KEY is not set: Midtrans needs the server key from its dashboard');
  if (config.paymentProvider === 'xendit' && !(config.xenditSecretKey && config.xenditCallbackToken)) {
    refusals.push(
      'PID_XENDIT_SECRET_KEY and PID_XENDIT_CALLBACK_TOKEN must be set: Xendit needs both from its dashboard',
    );
  }
  return refusals;
}

/** The cost of one activation at the chain's usual rent and the minimum fee, rounded down. */
const activationLamports = 1_450_000;

function sponsorGuards({ chain, sponsorActivation: all, sponsorActivationPerApp: ofApp }: Config): string[] {
  const refusals: string[] = [];
  if (all > 0 && chain === 'off')
    refusals.push('PID_SPONSOR_ACTIVATION is set while PID_CHAIN is off: there is no wallet to activate');
  if (all > 0 && Math.min(all, ofApp ?? all) < activationLamports)
    refusals.push(
      `PID_SPONSOR_ACTIVATION and PID_SPONSOR_ACTIVATION_PER_APP must be at least ${activationLamports}, which one activation costs; leave PID_SPONSOR_ACTIVATION unset to sponsor none`,
    );
  if (ofApp !== null && ofApp > all)
    refusals.push(
      `PID_SPONSOR_ACTIVATION_PER_APP is ${ofApp}, more than PID_SPONSOR_ACTIVATION (${all}) pays for all apps together: raise PID_SPONSOR_ACTIVATION or lower PID_SPONSOR_ACTIVATION_PER_APP`,
    );
  return refusals;
}

function registrarGuards(config: Config): string[] {
  const { registrarUrl, registrarKey, registrarAddress, registrarToken } = config;
  if (!registrarUrl) return [];
  if (!config.loopback && registrarUrl.protocol !== 'https:' && !isLoopbackHost(registrarUrl.hostname))
    return [
      `PID_REGISTRAR_URL is ${registrarUrl.origin}: its token would cross the network in the open, unencrypted; use https, or a registrar on this machine`,
    ];
  if (registrarKey)
    return ['PID_REGISTRAR_KEY and PID_REGISTRAR_URL are both set: only `pid registrar` may hold the key'];
  return registrarAddress && registrarToken
    ? []
    : [
        'PID_REGISTRAR_ADDRESS and PID_REGISTRAR_TOKEN must be set with PID_REGISTRAR_URL: `pid registrar` prints the address',
      ];
}

function sealingGuards({ masterKey, masterKeyFile, loopback }: Config): string[] {
  if (masterKey && masterKeyFile)
    return ['PID_MASTER_KEY and PID_MASTER_KEY_FILE are both set: set only one of them'];
  return masterKey || masterKeyFile || loopback
    ? []
    : [
        'PID_MASTER_KEY is not set: it seals the signing keys in the database, so that a copy of the database cannot sign; create one with `openssl rand -base64 32` and set the same on every node',
      ];
}

function mailGuards({ smtpUrl, mailFrom }: Config): string[] {
  if (smtpUrl && !mailFrom)
    return [
      'PID_MAIL_FROM is not set: mails need an address to come from, such as PID <no-reply@pid.example>',
    ];
  if (mailFrom && !smtpUrl) return ['PID_SMTP_URL is not set: PID_MAIL_FROM alone sends no mail'];
  return [];
}

/** A misspelt variable would otherwise silently mean its default. */
export function unknownVariables(environment: Environment): string[] {
  const all: Setting<unknown>[] = Object.values(settings);
  const known = new Set(all.flatMap((setting) => [setting.variable, fileVariable(setting)]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('PID_') && !name.startsWith('PID_TEST_') && !known.has(name))
    .map((name) => `${name} is not a setting: \`pid doctor\` lists them all`);
}
