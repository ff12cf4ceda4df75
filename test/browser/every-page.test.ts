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
import type { Scene } from '../../packages/web/harness/scenes.ts';
import { isReleaseRun } from '../support/release-test.ts';
import { sampleOf } from '../support/searches.ts';
import { journeys } from './support/journey.ts';

const PHONE = { size: 'phone', theme: 'light' } as const;
const DESKTOP = { size: 'desktop', theme: 'dark' } as const;

/**
 * A scene costs a second of processor time. Normal runs judge the first scene of every subject (`send` of
 * `send-review`) and a random part of the others.
 */
function scenesOfRun(): readonly Scene[] {
  const subjects = new Set<string>();
  const others: Scene[] = [];
  for (const scene of SCENES) {
    const subject = scene.name.split('-', 1)[0]!;
    if (subjects.has(subject)) others.push(scene);
    subjects.add(subject);
  }
  const chosen = new Set(sampleOf(others, 3));
  return SCENES.filter((scene) => !others.includes(scene) || chosen.has(scene));
}

async function judgeVariants(page: Page): Promise<string[]> {
  const onPhone = await judgePage(page);
  if (!isReleaseRun) return onPhone;
  await changeVariant(page, DESKTOP);
  return [...onPhone, ...(await judgeAgain(page))];
}

/**
 * Every scene must have no axe violation, CSP violation, error, third-party request, layout shift or cut-off
 * content. Normal runs judge it on the phone, release runs also on the desktop.
 */
journeys(
  isReleaseRun ? 'every page, light on a phone and dark on a desktop' : 'every page, light on a phone',
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

    describe.each(groupScenes(scenesOfRun()))('$who, $locale', ({ who, locale, scenes }) => {
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
