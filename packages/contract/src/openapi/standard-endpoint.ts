import { limitClasses } from '../declare.ts';
import { apiError } from '../schemas.ts';
import { oauthError, standardErrors, type StandardEndpoint } from '../standard/index.ts';
import { references } from './headers.ts';
import { hoist, type Json } from './hoist.ts';
import { bodyExample, limitOf, parameters } from './operation.ts';

const securityOf: Record<NonNullable<StandardEndpoint['authenticates']>, Json[]> = {
  client: [{ clientSecret: [] }, {}],
  player: [{ userBearer: [] }],
};
const rateLimit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export function describeStandardEndpoint(endpoint: StandardEndpoint, schemas: Json): Json {
  const limit = limitOf(endpoint);
  const description = [
    ...(endpoint.description ? [endpoint.description] : []),
    ...(endpoint.isPage
      ? []
      : [
          `At most ${limitClasses[limit]} requests a minute per caller, shared by all operations of the class \`${limit}\`.`,
        ]),
  ];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: description.join('\n\n'),
    tags: [endpoint.tag],
    security: endpoint.authenticates ? securityOf[endpoint.authenticates] : [{}],
    ...(endpoint.isPage ? {} : { 'x-limit': { class: limit, requestsPerMinute: limitClasses[limit] } }),
    parameters: parameters(endpoint, 'query', schemas),
    ...requestBody(endpoint, schemas),
    responses: { ...success(endpoint, schemas), ...refusals(endpoint, schemas) },
  };
}

function requestBody(endpoint: StandardEndpoint, schemas: Json): Json {
  if (!endpoint.body) return {};
  const example = bodyExample(endpoint);
  const content = { schema: hoist(endpoint.body, schemas), ...(example ? { example } : {}) };
  return {
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
    },
  };
}

function success({ status = 200, isPage, isEmpty, reply }: StandardEndpoint, schemas: Json): Json {
  if (isPage)
    return {
      200: {
        description: 'The page. It also shows every error in the request.',
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      302: {
        description: 'Only in development: redirects from 127.0.0.1 to localhost',
        headers: references(['Location']),
      },
    };
  if (status === 303)
    return {
      303: { description: 'Redirect to the page', headers: references(['Location', ...rateLimit]) },
    };
  return {
    200: {
      description: 'Success',
      headers: references(rateLimit),
      ...(isEmpty ? {} : { content: { 'application/json': { schema: hoist(reply, schemas) } } }),
    },
  };
}

function refusals({ refuses, authenticates }: StandardEndpoint, schemas: Json): Json {
  const [standard, platform] = [oauthError, apiError].map((schema) => hoist(schema, schemas));
  const ofStandard = Object.entries(refuses).map(([status, errors = []]) => [
    status,
    {
      description: errors.map((error) => standardErrors[error]).join(' '),
      'x-errors': Object.fromEntries(errors.map((error) => [error, standardErrors[error]])),
      headers: {
        ...references([...(status === '429' ? ['Retry-After'] : []), ...rateLimit]),
        ...(status === '401' || (status === '403' && authenticates === 'player')
          ? {
              'WWW-Authenticate': {
                description: 'Challenge (RFC 9110, 11.6.1).',
                schema: { type: 'string' },
              },
            }
          : {}),
      },
      // The platform also responds 503 when it is overloaded.
      content: {
        'application/json': { schema: status === '503' ? { oneOf: [standard, platform] } : standard },
      },
    },
  ]);
  const content = { 'application/json': { schema: platform } };
  const headers = references(['pid-error']);
  return {
    500: { description: 'The service failed', headers, content },
    503: {
      description: 'The service is overloaded',
      headers: references(['pid-error', 'Retry-After']),
      content,
    },
    ...Object.fromEntries(ofStandard),
  };
}
