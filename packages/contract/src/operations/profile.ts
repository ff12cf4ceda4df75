import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { base64UrlPattern, nullable, pid, text, words } from '../schemas.ts';

const noControls = String.raw`^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`;

const fields = {
  displayName: text(noControls, 'must be 1-40 characters without control characters', {
    minLength: 1,
    maxLength: 40,
    description: 'Display name of the player, 1-40 characters. The permanent name is the pid.',
  }),
  avatarUrl: text(
    String.raw`^https://[^\s\u0000-\u001f\u007f"<>\\]{1,490}$`,
    'must be an https address of at most 500 characters',
    { description: 'https URL of a picture, at most 500 characters.' },
  ),
  bio: text(
    String.raw`^[^\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`,
    'must be at most 280 characters without control characters',
    {
      maxLength: 280,
      description: 'Short text about the player, at most 280 characters. Line breaks are allowed.',
    },
  ),
  country: text('^[A-Z]{2}$', 'must be a two-letter country code such as ID', {
    description: 'Country code (ISO 3166-1 alpha-2), two letters.',
  }),
  locale: text('^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', 'must be a language tag such as id or en-GB', {
    maxLength: 35,
    description:
      'Language of the player as a BCP 47 tag. Apps that the player allows can read it; the public profile does not include it.',
  }),
};

const seen = {
  displayName: nullable(fields.displayName),
  avatarUrl: nullable(fields.avatarUrl),
  bio: nullable(fields.bio),
  country: nullable(fields.country),
};
/** The service itself serves an uploaded picture, and on a developer's machine its URL need not be https. */
const shown = { ...seen, avatarUrl: nullable(words('URL of a picture.')) };
const all = { ...seen, locale: nullable(fields.locale) };

const Profile = Type.Object({ ...all, avatarUrl: shown.avatarUrl }, { title: 'Profile' });

const PublicProfile = Type.Object({ pid, ...shown }, { title: 'PublicProfile' });

export const profile = declare('profile', {
  getProfile: {
    summary: 'Returns the profile of the caller',
    access: 'reader',
    readerScope: 'profile',
    reply: Profile,
    example: {},
  },
  updateProfile: {
    summary: 'Changes the profile of the caller',
    access: 'user',
    description:
      'Only the given fields change; null clears a field. A display name must not contain ticks or badges, speak for the service or its support, or mix alphabets to look like another name.',
    body: Type.Partial(Type.Object(all)),
    reply: Profile,
    errors: ['name_refused'],
    example: { displayName: 'Budi', country: 'ID', bio: null },
  },
  uploadAvatar: {
    summary: 'Uploads a profile picture',
    description:
      'The picture must be a square PNG, 16 to 256 pixels wide, with eight bits per channel and at most 46 kB. The service re-encodes it and keeps only its pixels. The picture becomes the `avatarUrl`; setting another `avatarUrl`, or null, deletes it.',
    access: 'user',
    limit: 'upload',
    limitPer: 'player',
    body: Type.Object({
      image: text(base64UrlPattern, 'must be unpadded base64url of at most 62000 characters', {
        minLength: 1,
        maxLength: 62_000,
        description: 'PNG file in unpadded base64url, at most 62,000 characters.',
      }),
    }),
    reply: Profile,
    example: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAEElEQVR42mNgGAWjYBTAAAADEAAB1y2EYwAAAABJRU5ErkJggg',
    },
  },
  getPublicProfile: {
    summary: 'Returns the public profile of a player',
    access: 'public',
    params: Type.Object({ pid }),
    reply: PublicProfile,
    errors: ['not_found'],
    example: { pid: 'budi_gg@pid' },
  },
});
