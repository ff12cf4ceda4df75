import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant, integer, literals, nullable, words } from '../schemas.ts';
import { clientIdParams } from '../shapes/apps.ts';

const seenRequest = Type.Object(
  {
    at: instant('When it was answered.'),
    requestId: words('The `x-request-id` of the answer: by it the operator finds the request.'),
    method: words('GET, POST, …'),
    route: words('The address as it is declared, without what stood in it.'),
    status: integer('Of the answer.'),
    code: nullable(
      words('The code of `pid-error`, or the error of an OpenID endpoint; null when it went well.'),
    ),
    caller: literals(['app', 'player', 'unproven'], {
      description:
        'Whose token it was: the app’s own, a bearer for a player (whose is not kept), or somebody who named the app without proving it.',
    }),
  },
  { title: 'SeenRequest' },
);

export const appActivity = declare('apps', {
  getAppActivity: {
    summary: 'What an app did lately: logins by day, and its latest requests with their outcome',
    description:
      'Kept for 30 days, the latest 200. No player, no address and no body is kept. Of a busy app requests are a sample: at most 50 refused and 20 others every five seconds of each node.',
    access: 'app-or-user',
    params: clientIdParams,
    reply: Type.Object(
      {
        logins: Type.Array(
          Type.Object({
            day: words('The day, as 2026-11-16, in the time zone of the service.'),
            count: integer('Logins that were finished on it.'),
          }),
          { description: 'The last 30 days, oldest first, quiet ones too.' },
        ),
        requests: Type.Array(seenRequest, { description: 'Newest first.' }),
      },
      { title: 'AppActivity' },
    ),
    errors: ['no_such_app'],
    example: { client_id: 'app_example' },
  },
});
