import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { base64UrlPattern, nullable, pid, text, words } from '../schemas.ts';

const noControls = String.raw`^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`;

const fields = {
  displayName: text(noControls, 'must be 1-40 characters without control characters', {
    minLength: 1,
    maxLength: 40,
    description: 'What the player wants to be called. The permanent name is the pid.',
  }),
  avatarUrl: text(
    String.raw`^https://[^\s\u0000-\u001f\u007f"<>\\]{1,490}$`,
    'must be an https address of at most 500 characters',
    { description: 'Address of a picture.' },
  ),
  bio: text(
    String.raw`^[^\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`,
    'must be at most 280 characters without control characters',
    { maxLength: 280, description: 'A few words about the player, line breaks allowed.' },
  ),
  country: text('^[A-Z]{2}$', 'must be a two-letter country code such as ID', {
    description: 'ISO 3166 code of two letters.',
  }),
  locale: text('^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', 'must be a language tag such as id or en-GB', {
    maxLength: 35,
    description:
      'BCP 47 tag of the language that the player reads. Apps that the player allows see it; the public profile does not show it.',
  }),
};

const seen = {
  displayName: nullable(fields.displayName),
  avatarUrl: nullable(fields.avatarUrl),
  bio: nullable(fields.bio),
  country: nullable(fields.country),
};
/** A picture that was uploaded is at this service's own address, which need not be https on a developer's machine. */
const shown = { ...seen, avatarUrl: nullable(words('Address of a picture.')) };
const all = { ...seen, locale: nullable(fields.locale) };

const Profile = Type.Object({ ...all, avatarUrl: shown.avatarUrl }, { title: 'Profile' });

const PublicProfile = Type.Object({ pid, ...shown }, { title: 'PublicProfile' });

export const profile = declare('profile', {
  getProfile: {
    summary: 'The own profile',
    access: 'reader',
    readerScope: 'profile',
    reply: Profile,
    example: {},
  },
  updateProfile: {
    summary: 'Changes the given fields of the own profile; null empties one',
    access: 'user',
    description:
      'A display name may not wear ticks and badges, speak for the service or its support, or mix alphabets so that it looks like another.',
    body: Type.Partial(Type.Object(all)),
    reply: Profile,
    errors: ['name_refused'],
    example: { displayName: 'Budi', country: 'ID', bio: null },
  },
  uploadAvatar: {
    summary: 'Puts a picture of the player’s own in the place of `avatarUrl`',
    description:
      'A square PNG of 16 to 256 pixels a side with eight bits a channel, 46 kB at most. It is written anew: nothing but its pixels is kept. Another `avatarUrl`, or null, takes it away.',
    access: 'user',
    limit: 'upload',
    limitPer: 'player',
    body: Type.Object({
      image: text(base64UrlPattern, 'must be unpadded base64url of at most 62000 characters', {
        minLength: 1,
        maxLength: 62_000,
        description: 'The file, unpadded base64url, 62,000 characters at most.',
      }),
    }),
    reply: Profile,
    example: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAEElEQVR42mNgGAWjYBTAAAADEAAB1y2EYwAAAABJRU5ErkJggg',
    },
  },
  getPublicProfile: {
    summary: 'What anybody may see of a player',
    access: 'public',
    params: Type.Object({ pid }),
    reply: PublicProfile,
    errors: ['not_found'],
    example: { pid: 'budi_gg@pid' },
  },
});
