import type { RegisteredApp } from '../api/types.ts';
import { formatPercent, parsePercent, parseRupiah } from '../format/percent.ts';
import type { Locale } from '../i18n/locale.ts';
import type { AppFormText } from './text.en.ts';

/** What stands in the fields. */
export interface AppDraft {
  readonly name: string;
  readonly logoUrl: string;
  readonly origins: string;
  readonly feePercent: string;
  readonly feeFlat: string;
}

/** What goes to the server. */
export interface AppFields {
  readonly name: string;
  readonly origins: readonly string[];
  readonly logoUrl: string | null;
  readonly feeBps: number;
  readonly feeFlat: number;
}

export type AppFlaws = Partial<Record<keyof AppDraft, string>>;

export const EMPTY_DRAFT: AppDraft = { name: '', logoUrl: '', origins: '', feePercent: '0', feeFlat: '0' };

export function draftOf(app: RegisteredApp, locale: Locale): AppDraft {
  return {
    name: app.name,
    logoUrl: app.logoUrl ?? '',
    origins: app.origins.join('\n'),
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

/** The server judges; this only spares a round trip and says it in the reader's language. */
export function readAppForm(draft: AppDraft, text: AppFormText): { fields: AppFields; flaws: AppFlaws } {
  const origins = draft.origins.split(/\s+/u).filter((line) => line !== '');
  const feeBps = parsePercent(draft.feePercent);
  const feeFlat = parseRupiah(draft.feeFlat);
  const name = draft.name.trim();
  const logoUrl = draft.logoUrl.trim();
  const flaws: Record<keyof AppDraft, string | undefined> = {
    name: name === '' || Array.from(name).length > 60 ? text.nameFlaw : undefined,
    logoUrl: logoUrl !== '' && !/^https:\/\/\S{1,490}$/u.test(logoUrl) ? text.logoFlaw : undefined,
    origins: originsFlaw(origins, text),
    feePercent: feeBps === null || feeBps > 1_000 ? text.feePercentFlaw : undefined,
    feeFlat: feeFlat === null || feeFlat > 1_000_000 ? text.feeFlatFlaw : undefined,
  };
  return {
    fields: {
      name,
      origins,
      logoUrl: logoUrl === '' ? null : logoUrl,
      feeBps: feeBps ?? 0,
      feeFlat: feeFlat ?? 0,
    },
    flaws: Object.fromEntries(Object.entries(flaws).filter(([, flaw]) => flaw !== undefined)),
  };
}

const FIELD_OF: Readonly<Record<string, keyof AppDraft>> = {
  name: 'name',
  logoUrl: 'logoUrl',
  origins: 'origins',
  feeBps: 'feePercent',
  feeFlat: 'feeFlat',
};

/** Sentences of the server to the fields they are about; `origins[2]` is about the origins. */
export function refusedFields(paths: readonly string[], text: AppFormText): AppFlaws {
  const flaws: AppFlaws = {};
  for (const path of paths) {
    const field = FIELD_OF[path.replace(/\[.*$/u, '')];
    if (field) flaws[field] = text.refused;
  }
  return flaws;
}
