import { defaultLanguage } from '@pid/contract/languages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PID, castPeople } from '../../packages/web/harness/cast.ts';
import type { Cast } from '../../packages/web/harness/cast.ts';
import {
  changeVariant,
  judgeAgain,
  judgePage,
  judgeTranslation,
  openStage,
  playScene,
  setVariant,
} from '../../packages/web/harness/judge-page.ts';
import type { Stage } from '../../packages/web/harness/judge-page.ts';
import { groupScenes, SCENES } from '../../packages/web/harness/scenes.ts';
import { journeys } from './support/journey.ts';

const PHONE = { size: 'phone', theme: 'light' } as const;
const DESKTOP = { size: 'desktop', theme: 'dark' } as const;

/**
 * Each variant of a scene costs a second of processor time: normal runs check the phone, release runs also
 * the desktop.
 */
const judgesDesktop = process.env['PID_TEST_TIER'] === 'release';

async function judgeVariants(page: Page): Promise<string[]> {
  const onPhone = await judgePage(page);
  if (!judgesDesktop) return onPhone;
  await changeVariant(page, DESKTOP);
  return [...onPhone, ...(await judgeAgain(page))];
}

/**
 * Every scene must have no axe violation, CSP violation, error, third-party request, layout shift or cut-off
 * content.
 */
journeys(
  judgesDesktop ? 'every page, light on a phone and dark on a desktop' : 'every page, light on a phone',
  { PID_ADMINS: ADMIN_PID, PID_STEP_UP_AMOUNT: '5000000' },
  (world) => {
    let cast: Cast | null = null;
    const people = () => {
      if (!cast) throw new Error('The cast is made before the first test');
      return cast;
    };
    // Takes half a minute on idle cores. The limit only ends a hook that hangs.
    beforeAll(async () => {
      cast = await castPeople({ browser: world.browser, baseUrl: world.service.baseUrl });
    }, 300_000);

    describe.each(groupScenes(SCENES))('$who, $locale', ({ who, locale, scenes }) => {
      let stage: Stage | null = null;
      beforeAll(async () => {
        const { browser, service } = world;
        stage = await openStage({
          browser,
          baseUrl: service.baseUrl,
          cast: people(),
          who,
          locale,
          variant: PHONE,
        });
      });
      afterAll(async () => stage?.close());

      test.each(scenes)('$name', async (scene) => {
        if (!stage) throw new Error('The stage is opened before the first scene');
        const { page } = stage;
        await setVariant(page, PHONE);
        await playScene(page, people(), scene);
        const flaws =
          locale === defaultLanguage ? await judgeVariants(page) : await judgeTranslation(page, locale);
        expect([...stage.takeFlaws(), ...flaws]).toEqual([]);
      });
    });
  },
);
