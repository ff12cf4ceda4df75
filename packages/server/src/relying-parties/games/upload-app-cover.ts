import { recordAppAudit, type AuditOrigin } from '../../audit/index.ts';
import type { AppRole } from '@pid/contract/app-roles';
import { decodeBase64Url } from '../../platform/base64url.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { lockAdmittedApp } from '../admit-to-app.ts';
import { endAllowancesOf, findApp, writeVerified, type App } from '../apps.store.ts';
import { dropCover, putCover } from './covers.store.ts';
import { rewriteJpeg } from './rewrite-jpeg.ts';

const bytesMax = 15_000;

function readCover(image: string): Buffer {
  const file = decodeBase64Url(image);
  const jpeg = file && file.length <= bytesMax ? rewriteJpeg(file) : null;
  if (!jpeg)
    throw invalid(
      `image must be a JPEG picture of 16 by 9, 320 to 640 pixels wide, of at most ${bytesMax} bytes`,
    );
  return jpeg;
}

/**
 * Replaces the cover of an app at an unguessable address that is never reused, or removes it (null). A new cover
 * removes the badge, because an administrator has not seen it.
 */
export async function uploadAppCover(
  deps: Needs<'db' | 'clock' | 'ids'>,
  caller: UserCaller,
  { clientId, image }: { clientId: string; image: string | null },
  origin: AuditOrigin,
): Promise<App & { readonly role: AppRole | 'token' }> {
  const jpeg = image === null ? null : readCover(image);
  const id = deps.ids.uuid().replaceAll('-', '');
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { ownerId, role } = await lockAdmittedApp(tx, caller, clientId, 'uploadAppCover');
    if (jpeg) {
      await putCover(tx, { clientId, id, jpeg, now });
      // mutant (relying-parties/games/covers): await writeVerified(tx, clientId, false); => nothing
      await writeVerified(tx, clientId, false);
      await endAllowancesOf(tx, clientId);
    } else await dropCover(tx, clientId);
    const app = (await findApp(tx, clientId))!;
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.changed',
        target: clientId,
        details: { cover: jpeg !== null, verified: app.verified },
        origin,
      },
      ownerId,
    );
    return { ...app, role };
  });
}
