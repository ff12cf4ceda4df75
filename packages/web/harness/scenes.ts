import type { Page } from 'playwright-core';
import * as answers from './answers.ts';
import type { Answers } from './answers.ts';

export interface SceneSpec {
  readonly name: string;
  readonly path: string;
  readonly answers: Answers;
  readonly storage?: Readonly<Record<string, string>>;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly ready: string;
}

async function typeHandle(page: Page, handle: string, settled: string): Promise<void> {
  await page.locator('input[name=handle]').pressSequentially(handle);
  await page.getByText(settled).waitFor();
}

export const SCENES: readonly SceneSpec[] = [
  { name: 'landing', path: '/', answers: answers.SIGNED_OUT, ready: 'One name. Every game.' },
  {
    name: 'landing-id',
    path: '/',
    answers: answers.SIGNED_OUT,
    storage: { 'pid:locale': 'id' },
    ready: 'Satu nama. Semua game.',
  },
  {
    name: 'signin',
    path: '/signin?returnTo=%2Fhome',
    answers: answers.SIGNED_OUT,
    ready: 'Continue with Twitch',
  },
  {
    name: 'signin-known',
    path: '/signin',
    answers: answers.SIGNED_IN,
    storage: { 'pid:signed-in-as': 'raka_77@pid' },
    ready: 'Welcome back, raka_77@pid',
  },
  {
    name: 'claim-free',
    path: '/claim',
    answers: answers.CLAIMING,
    ready: 'Signed in with Google',
    prepare: (page) => typeHandle(page, 'raka_77', 'raka_77@pid is free'),
  },
  {
    name: 'claim-taken',
    path: '/claim',
    answers: answers.CLAIMING,
    ready: 'Signed in with Google',
    prepare: (page) => typeHandle(page, 'budi', 'already belongs to someone'),
  },
  {
    name: 'claim-confirm',
    path: '/claim',
    answers: answers.CLAIMING_FOR_APP,
    ready: 'Signed in with Google',
    prepare: async (page) => {
      await typeHandle(page, 'raka_77', 'raka_77@pid is free');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.locator('dialog .button-sun:not([aria-disabled])').waitFor();
    },
  },
  {
    name: 'claim-app',
    path: '/claim',
    answers: answers.CLAIMING_FOR_APP,
    ready: 'You are signing in to Star Paddle',
  },
  { name: 'claim-expired', path: '/claim', answers: answers.CLAIM_EXPIRED, ready: 'Time ran out' },
  { name: 'claim-none', path: '/claim', answers: answers.SIGNED_OUT, ready: 'Sign in first' },
  { name: 'home', path: '/home', answers: answers.SIGNED_IN, ready: 'raka.pratama@example.com' },
  { name: 'home-suspended', path: '/home', answers: answers.SUSPENDED, ready: 'Your identity is suspended' },
  { name: 'home-broken', path: '/home', answers: answers.BROKEN, ready: 'Something broke on our side' },
  {
    name: 'offline',
    path: '/home',
    answers: answers.SIGNED_IN,
    ready: 'raka.pratama@example.com',
    prepare: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
  { name: 'not-found', path: '/no/such/page', answers: answers.SIGNED_OUT, ready: 'Nothing lives here' },
];
