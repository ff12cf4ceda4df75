import { Type } from 'typebox';
import { declare } from '../declare.ts';
import { instant, integer, literals, nullable, words } from '../schemas.ts';
import { clientIdParams } from '../shapes/apps.ts';

const seenRequest = Type.Object(
  {
    at: instant('Time of the response.'),
    requestId: words('`x-request-id` of the response. The operator can find the request by it.'),
    method: words('HTTP method.'),
    route: words('Path of the operation, with placeholders instead of values.'),
    status: integer('Status code of the response.'),
    code: nullable(
      words(
        'Code in the header `pid-error`, or the error of an OpenID Connect endpoint; null after a success.',
      ),
    ),
    reason: nullable(
      words(
        'Cause that the response does not name. For a login code: `unknown`, `wrong_client`, `spent`, `expired`, `wrong_redirect_uri`, `verifier_missing`, `verifier_unexpected`, `wrong_verifier`, `secret_missing`, `wrong_secret`, or `ended` (the player has disconnected the app or is suspended, or the address was removed). Otherwise null.',
      ),
    ),
    caller: literals(['app', 'player', 'unproven'], {
      description:
        '`app`: the app’s machine token. `player`: a bearer for a player, who is not recorded. `unproven`: a caller that named the app without proving it.',
    }),
  },
  { title: 'SeenRequest' },
);

export const appActivity = declare('apps', {
  getAppActivity: {
    summary: 'Returns recent logins and requests of an app',
    description:
      'Returns the latest 200 requests of the last 30 days. Players, network addresses and bodies are not recorded. The requests of a busy app are a sample: each server node records at most 50 errors and 20 other requests every five seconds.',
    access: 'app-or-user',
    params: clientIdParams,
    reply: Type.Object(
      {
        logins: Type.Array(
          Type.Object({
            day: words('Date in the time zone of the service, for example 2026-11-16.'),
            count: integer('Number of completed logins on that day.'),
          }),
          { description: 'The last 30 days, oldest first, including days without a login.' },
        ),
        requests: Type.Array(seenRequest, { description: 'Latest requests, newest first.' }),
      },
      { title: 'AppActivity' },
    ),
    errors: ['no_such_app'],
    example: { client_id: 'app_example' },
  },
});
