import type { Input } from '@pid/contract/client';
import type { OwnedApp } from '../../../kit/api/shapes.ts';
import { formatPercent, parsePercent } from '../../../kit/format/percent.ts';
import { readAmountOrZero } from '../../../kit/money/read-amount.ts';
import type { Language } from '@pid/contract/languages';
import type { AppFormText } from './text.en.ts';

type Rating = NonNullable<OwnedApp['rating']>;

/** The content of the form fields. */
export interface AppDraft {
  readonly name: string;
  readonly logoUrl: string;
  readonly contact: string;
  readonly origins: string;
  readonly redirectUris: string;
  readonly requireSecret: boolean;
  readonly deviceFlow: boolean;
  /** Age rating; empty for none. */
  readonly rating: Rating | '';
  readonly feePercent: string;
  readonly feeFlat: string;
}

/** The request to the server. The card of the game has the other fields. */
export type AppFields = Required<Omit<Input<'registerApp'>, 'texts' | 'playUrl'>>;

export type AppFlaws = Partial<Record<keyof AppDraft, string>>;

export const EMPTY_DRAFT: AppDraft = {
  name: '',
  logoUrl: '',
  contact: '',
  origins: '',
  redirectUris: '',
  requireSecret: false,
  deviceFlow: false,
  rating: '',
  feePercent: '0',
  feeFlat: '0',
};

export function draftOf(app: OwnedApp, locale: Language): AppDraft {
  return {
    name: app.name,
    logoUrl: app.logoUrl ?? '',
    contact: app.contact ?? '',
    origins: app.origins.join('\n'),
    redirectUris: app.redirectUris.join('\n'),
    requireSecret: app.requireSecret,
    deviceFlow: app.deviceFlow,
    rating: app.rating ?? '',
    feePercent: formatPercent(app.feeBps, locale),
    feeFlat: String(app.feeFlat),
  };
}

function isOrigin(text: string): boolean {
  return /^https:\/\/[^/?#\s*@]+\/?$/iu.test(text) && URL.canParse(text);
}

function originsFlaw(origins: readonly string[], text: AppFormText): string | undefined {
  const broken = origins.find((origin) => !isOrigin(origin));
  if (broken !== undefined) return text.originsFlaw(broken);
  return origins.length > 20 ? text.originsMany : undefined;
}

/**
 * Accepts https addresses and custom schemes such as `com.example.game:/cb`. Apps with custom schemes cannot
 * keep a secret.
 */
function redirectUrisFlaw(
  uris: readonly string[],
  requireSecret: boolean,
  text: AppFormText,
): string | undefined {
  const broken = uris.find(
    (uri) => !/^(?:https:\/\/[^/?#\s*@]|[a-z][a-z0-9-]*\.[a-z0-9.-]+:\/(?!\/))\S*$/u.test(uri),
  );
  if (broken !== undefined) return text.redirectUrisFlaw(broken);
  const scheme = requireSecret ? uris.find((uri) => !uri.startsWith('https://')) : undefined;
  if (scheme !== undefined) return text.redirectUrisScheme(scheme);
  return uris.length > 20 ? text.redirectUrisMany : undefined;
}

const CONTACT = /^(?:https:\/\/\S{1,190}|[^\s@]{1,64}@[^\s@]+\.[^\s@]+)$/u;

const linesOf = (value: string) => value.split(/\s+/u).filter((line) => line !== '');

/**
 * The server makes the decision. This check only saves a round trip and gives messages in the player's
 * language.
 */
export function readAppForm(draft: AppDraft, text: AppFormText): { fields: AppFields; flaws: AppFlaws } {
  const origins = linesOf(draft.origins);
  const redirectUris = linesOf(draft.redirectUris);
  const feeBps = parsePercent(draft.feePercent);
  const feeFlat = readAmountOrZero(draft.feeFlat);
  const name = draft.name.trim();
  const logoUrl = draft.logoUrl.trim();
  const contact = draft.contact.trim();
  const flaws: Record<keyof AppDraft, string | undefined> = {
    name: name === '' || Array.from(name).length > 60 ? text.nameFlaw : undefined,
    logoUrl: logoUrl !== '' && !/^https:\/\/\S{1,490}$/u.test(logoUrl) ? text.logoFlaw : undefined,
    contact: contact !== '' && !CONTACT.test(contact) ? text.contactFlaw : undefined,
    origins: originsFlaw(origins, text),
    redirectUris: redirectUrisFlaw(redirectUris, draft.requireSecret, text),
    requireSecret: undefined,
    deviceFlow: undefined,
    rating: undefined,
    feePercent: feeBps === null || feeBps > 1_000 ? text.feePercentFlaw : undefined,
    feeFlat: feeFlat === null || feeFlat > 1_000_000 ? text.feeFlatFlaw : undefined,
  };
  return {
    fields: {
      name,
      origins,
      redirectUris,
      requireSecret: draft.requireSecret,
      deviceFlow: draft.deviceFlow,
      rating: draft.rating === '' ? null : draft.rating,
      logoUrl: logoUrl === '' ? null : logoUrl,
      contact: contact === '' ? null : contact,
      feeBps: feeBps ?? 0,
      feeFlat: feeFlat ?? 0,
    },
    flaws: Object.fromEntries(Object.entries(flaws).filter(([, flaw]) => flaw !== undefined)),
  };
}

const FIELD_OF: Readonly<Record<string, keyof AppDraft>> = {
  name: 'name',
  logoUrl: 'logoUrl',
  contact: 'contact',
  origins: 'origins',
  redirectUris: 'redirectUris',
  feeBps: 'feePercent',
  feeFlat: 'feeFlat',
};

/** Assigns the server's refusals to form fields; `origins[2]` belongs to the origins. */
export function refusedFields(paths: readonly string[], text: AppFormText): AppFlaws {
  const flaws: AppFlaws = {};
  for (const path of paths) {
    const field = FIELD_OF[path.replace(/\[.*$/u, '')];
    if (field) flaws[field] = text.refused;
  }
  return flaws;
}
