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
    id: words('Id of the event, a decimal number. Later events have larger ids.'),
    at: instant('Time of the event.'),
    event: words('Name of the event, for example `token.reused`.'),
    pid: nullable(words('pid of the affected player; null if unknown.')),
    clientId: nullable(words('`client_id` of the affected app; null if there is none.')),
    network: nullable(
      words(
        'Network that the request came from: the /24 of an IPv4 address or the /64 of an IPv6 address; null after 30 days.',
      ),
    ),
    operation: nullable(words('Method and path of the request; null if there was none.')),
    details: described(openObject, 'Values that belong to the event, by name.'),
  },
  { title: 'SecurityEvent' },
);

const day = (description: string) =>
  Type.Optional(text(String.raw`^20\d\d-\d\d-\d\d$`, 'must be a day such as 2026-11-16', { description }));

export const securityLog = declare('admin', {
  readSecurityLog: {
    summary: 'Lists the security log, newest first',
    description:
      'Dates are in UTC. With `format=csv` or `format=ndjson`, all matching events are streamed, up to 100,000 rows, and the export is recorded in this log.',
    access: 'admin',
    query: Type.Object({
      event: Type.Optional(
        text('^[a-z_.]{1,40}$', 'must be the name of an event', {
          description: 'Returns only events with this name.',
        }),
      ),
      pid: Type.Optional(described(pid, 'Returns only events about this player, handle@pid.')),
      clientId: Type.Optional(
        text('^app_[0-9a-f]{24}$', 'must be a client_id', {
          description: 'Returns only events about this app (`client_id`).',
        }),
      ),
      network: Type.Optional(
        text('^[0-9a-f.:/]{1,48}$', 'must be a network such as 203.0.113.0/24', {
          description: 'Returns only events from this network, in the form that the log uses.',
        }),
      ),
      from: day('First day, in UTC. If absent, the oldest day that is kept.'),
      to: day('Last day, in UTC, inclusive.'),
      ...pageQuery,
      format: Type.Optional(
        literals(['json', 'csv', 'ndjson'], {
          description:
            '`json` (the default) returns one page; `csv` and `ndjson` stream all matching events.',
        }),
      ),
    }),
    reply: page(securityEvent),
    example: { event: 'token.reused', from: '2026-11-01' },
  },
});
