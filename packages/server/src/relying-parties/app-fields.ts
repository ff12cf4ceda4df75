import type { AppRole } from '@pid/contract/app-roles';
import { invalid, refuse } from '../platform/errors/index.ts';
import { decodeCursor } from '../platform/http/index.ts';
import { hasInvisible, isVisible } from '../platform/visible-text.ts';
import { appNameFlaw } from '../profile/index.ts';
import { writeRating } from './ages.ts';
import { clientIdForm } from './app-secret.ts';
import type { App, GameTexts } from './apps.store.ts';
import { coverPath } from './games/describe-game.ts';
import { isPrivateScheme, normaliseOrigin, normaliseRedirectUri } from './origin-rules.ts';

const nameLengthMax = 60;
const originsMax = 20;
const playUrlLengthMax = 500;
const textLengthMax = 140;

/** With the role of the caller, if a player asks. */
export function describeApp(app: App & { readonly role?: AppRole | 'token' }) {
  return {
    client_id: app.clientId,
    name: app.name,
    logoUrl: app.logoUrl,
    cover: app.coverId === null ? null : coverPath(app.coverId),
    texts: app.texts,
    playUrl: app.playUrl,
    origins: [...app.origins],
    redirectUris: [...app.redirectUris],
    requireSecret: app.requireSecret,
    deviceFlow: app.deviceFlow,
    scopes: [...app.scopes],
    contact: app.contact,
    rating: writeRating(app.rating),
    ratingConfirmed: app.ratingConfirmed,
    feeBps: app.feeBps,
    feeFlat: app.feeFlat,
    verified: app.verified,
    status: app.pausedBy === null ? ('active' as const) : ('paused' as const),
    ...(app.pausedBy === null ? {} : { pausedBy: app.pausedBy }),
    ...(app.pauseReason === null ? {} : { pauseReason: app.pauseReason }),
    previousSecretUntil: app.previousSecretUntil?.toISOString() ?? null,
    createdAt: app.createdAt.toISOString(),
    ...(app.role === undefined || app.role === 'token' ? {} : { role: app.role }),
  };
}

/**
 * The name is shown on the consent screen. It must contain no invisible characters and none that reverse or
 * break the line: no control, format, private-use or unassigned characters and no line separators. It must
 * not look like a badge or imitate PID or other apps. Runs of spaces become one space.
 */
export function readName(text: string): string {
  const name = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  const length = Array.from(name).length;
  const hidesSomething = hasInvisible(name) || /[\p{C}\p{Zl}\p{Zp}]/u.test(name);
  if (!isVisible(name) || length > nameLengthMax || hidesSomething)
    throw invalid(`name must be 1-${nameLengthMax} visible characters`);
  const reason = appNameFlaw(name);
  if (reason !== null) throw refuse('app_name_refused', { reason });
  return name;
}

/** Returns the address where the game starts. It must be a web address on a listed origin. */
export function readPlayUrl(text: string | null, origins: readonly string[]): string | null {
  if (text === null) return null;
  const href = normaliseRedirectUri(text, origins);
  if (href === null || isPrivateScheme(href) || href.length > playUrlLengthMax)
    throw invalid('playUrl must be an address on a listed origin, as browsers write it');
  return href;
}

/** Names follow the rules of the app's name. A short text is one line of visible characters. */
export function readTexts(given: GameTexts): GameTexts {
  const read = Object.entries(given).flatMap(([language, { name, text }]) => {
    const texts = {
      ...(name === undefined ? {} : { name: readName(name) }),
      ...(text === undefined ? {} : { text: readShortText(text) }),
    };
    return Object.keys(texts).length === 0 ? [] : [[language, texts] as const];
  });
  return Object.fromEntries(read);
}

function readShortText(given: string): string {
  const text = given
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  const hidesSomething = hasInvisible(text) || /[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  if (!isVisible(text) || Array.from(text).length > textLengthMax || hidesSomething)
    throw invalid(`texts: a text must be 1-${textLengthMax} visible characters in one line`);
  return text;
}

/** The cursor is the last client id of the previous page. */
export function readCursor(cursor: string | undefined): string | null {
  return decodeCursor(cursor, [clientIdForm])?.[0] ?? null;
}

/** Returns each origin once, as browsers write it. */
export function readOrigins(texts: readonly string[]): string[] {
  const origins = texts.map(normaliseOrigin);
  const broken = origins.flatMap((origin, index) =>
    origin === null
      ? [`origins[${index}] must be an https origin without a path or wildcard, such as https://game.example`]
      : [],
  );
  if (broken.length > 0) throw invalid(...broken);
  const distinct = [...new Set(origins.filter((origin) => origin !== null))].toSorted();
  if (distinct.length > originsMax) throw invalid(`origins must have at most ${originsMax} entries`);
  return distinct;
}

/**
 * Returns each exact address once, in its normal form. Addresses of private-use schemes exclude
 * `requireSecret`, because those apps cannot keep a secret.
 */
export function readRedirectUris(
  texts: readonly string[],
  app: { origins: readonly string[]; requireSecret: boolean },
): string[] {
  const uris = texts.map((text) => normaliseRedirectUri(text, app.origins));
  const broken = uris.flatMap((uri, index) =>
    uri === null
      ? [
          `redirectUris[${index}] must be an address on a listed origin, as browsers write it, or one such as com.example.game:/cb whose scheme is the reversed host of a listed origin`,
        ]
      : uri !== null && app.requireSecret && isPrivateScheme(uri)
        ? [`redirectUris[${index}] must be an https address, because requireSecret is set`]
        : [],
  );
  if (broken.length > 0) throw invalid(...broken);
  return [...new Set(uris.filter((uri) => uri !== null))].toSorted();
}
