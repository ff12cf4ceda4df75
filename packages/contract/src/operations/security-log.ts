import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  described,
  instant,
  literals,
  nullable,
  openObject,
  page,
  pageQuery,
  pid,
  text,
  words,
} from '../schemas.ts';

const securityEvent = Type.Object(
  {
    id: words('Decimal number; larger is later.'),
    at: instant('When it happened.'),
    event: words('What happened, such as `token.reused`.'),
    pid: nullable(words('Whom it concerns; null when nobody is known.')),
    clientId: nullable(words('The app that it concerns; null without one.')),
    network: nullable(
      words('Where it came from: the /24 of an IPv4 address, the /64 of an IPv6 one; null after 30 days.'),
    ),
    operation: nullable(words('Method and address of the request; null without one.')),
    details: described(openObject, 'What belongs to the event, by name.'),
  },
  { title: 'SecurityEvent' },
);

const day = (description: string) =>
  Type.Optional(text(String.raw`^20\d\d-\d\d-\d\d$`, 'must be a day such as 2026-11-16', { description }));

export const securityLog = declare('admin', {
  readSecurityLog: {
    summary: 'What an operator looks at during an attack, newest first',
    description:
      'Days are UTC, the last included. With `format=csv` or `format=ndjson` everything that fits is streamed, up to 100000 rows, and the export is itself in the log.',
    access: 'admin',
    query: Type.Object({
      event: Type.Optional(
        text('^[a-z_.]{1,40}$', 'must be the name of an event', { description: 'Only events of this name.' }),
      ),
      pid: Type.Optional(described(pid, 'Only what concerns this player: handle@pid.')),
      clientId: Type.Optional(
        text('^app_[0-9a-f]{24}$', 'must be a client_id', { description: 'Only what concerns this app.' }),
      ),
      network: Type.Optional(
        text('^[0-9a-f.:/]{1,48}$', 'must be a network such as 203.0.113.0/24', {
          description: 'Only what came from this network, as the log writes it.',
        }),
      ),
      from: day('The first day, UTC; without it from the oldest kept.'),
      to: day('The last day, UTC, included.'),
      ...pageQuery,
      format: Type.Optional(
        literals(['json', 'csv', 'ndjson'], { description: 'json, page by page, unless told.' }),
      ),
    }),
    reply: page(securityEvent),
    example: { event: 'token.reused', from: '2026-11-01' },
  },
});
