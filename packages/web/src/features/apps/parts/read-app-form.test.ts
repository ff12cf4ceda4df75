import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_DRAFT, readAppForm, refusedFields } from './read-app-form.ts';
import { appFormText as text } from './text.en.ts';

const DRAFT = { ...EMPTY_DRAFT, name: 'Star Paddle', origins: 'https://game.example\n\n https://b.example ' };

describe('readAppForm', () => {
  it('reads one origin per line and sends null for an empty logo', () => {
    expect(readAppForm(DRAFT, text)).toEqual({
      fields: {
        name: 'Star Paddle',
        origins: ['https://game.example', 'https://b.example'],
        redirectUris: [],
        requireSecret: false,
        deviceFlow: false,
        logoUrl: null,
        contact: null,
        feeBps: 0,
        feeFlat: 0,
        rating: null,
      },
      flaws: {},
    });
  });

  it('reads a displayed app back without changes', () => {
    const app = {
      client_id: 'c',
      name: 'A',
      logoUrl: 'https://a.example/l.png',
      cover: null,
      texts: {},
      playUrl: null,
      contact: null,
      origins: ['https://a.example'],
      redirectUris: ['example.a:/cb', 'https://a.example/in?x=1'],
      requireSecret: false,
      deviceFlow: true,
      scopes: ['read' as const],
      rating: '13+' as const,
      ratingConfirmed: false,
      feeBps: 205,
      feeFlat: 1_500,
      verified: false,
      status: 'active' as const,
      previousSecretUntil: null,
      createdAt: '',
    };
    const { fields, flaws } = readAppForm(draftOf(app, 'id'), text);
    expect(flaws).toEqual({});
    expect(app).toMatchObject(fields);
    expect(fields.redirectUris).toHaveLength(2);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['logoUrl', { logoUrl: 'http://a.example/l.png' }],
    ['contact', { contact: 'ask me' }],
    ['origins', { origins: 'http://game.example' }],
    ['origins', { origins: 'https://game.example/path' }],
    ['origins', { origins: 'https://*.example' }],
    ['origins', { origins: 'https://me@game.example' }],
    ['redirectUris', { redirectUris: 'http://game.example/in' }],
    ['redirectUris', { redirectUris: 'game:/cb' }],
    ['redirectUris', { redirectUris: 'example.game:/cb', requireSecret: true }],
    ['feePercent', { feePercent: '10.01' }],
    ['feeFlat', { feeFlat: '1.000.001' }],
    ['feeFlat', { feeFlat: '' }],
  ])('reports a problem of %s in %j', (field, change) => {
    expect(Object.keys(readAppForm({ ...DRAFT, ...change }, text).flaws)).toEqual([field]);
  });

  it.each([
    ['25rb', 25_000],
    ['Rp25.000,00', 25_000],
    ['0', 0],
  ])('reads a fixed fee of %j as players write amounts', (feeFlat, amount) => {
    expect(readAppForm({ ...DRAFT, feeFlat }, text)).toMatchObject({
      fields: { feeFlat: amount },
      flaws: {},
    });
  });

  it('shows a refusal of the server at the field that it concerns', () => {
    expect(refusedFields(['origins[1]', 'feeBps', 'elsewhere'], text)).toEqual({
      origins: text.refused,
      feePercent: text.refused,
    });
  });
});
