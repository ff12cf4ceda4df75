import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { isFromThisMachine } from '../../platform/http/index.ts';
import { sha256 } from '../../platform/hash.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { findDevelopmentMail, listDevelopmentMails } from './development-mail.store.ts';

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:46rem;padding:1rem;font:16px/1.5 system-ui,sans-serif}
a{color:light-dark(#4b36d6,#a99bff)}li{margin:.75rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#f1f2f8,#171b26);padding:1rem;border-radius:.75rem}
iframe{width:100%;height:34rem;border:1px solid #8c94a8;border-radius:.75rem;background:#fff}small{color:light-dark(#525b70,#a3adc2)}`;
const policy = `default-src 'none'; style-src 'sha256-${sha256(style).toString('base64')}' 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Shows the mails that would have been sent, newest first. Mounted only on a developer's machine. */
export function developmentMailPages(http: FastifyInstance, { db }: { db: Queryable }): void {
  const send = (reply: FastifyReply, title: string, body: string) => {
    const page = http.markPage({
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`,
      policy,
    });
    return reply
      .headers({
        'content-security-policy': page.policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
      .type('text/html; charset=utf-8')
      .send(page.html);
  };

  const refuseElsewhere = (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');
  };
  http.get('/development-mail', async (request, reply) => {
    refuseElsewhere(request);
    const mails = await listDevelopmentMails(db);
    const items = mails.map(
      ({ id, at, address, subject }) =>
        `<li><a href="/development-mail/${id}">${escapeHtml(subject)}</a><br><small>${escapeHtml(address)} · ${at.toISOString()}</small></li>`,
    );
    return send(
      reply,
      'Development mail',
      `<h1>Development mail</h1><p>On your own computer, no emails are sent. They appear here, latest first.</p>${
        items.length > 0 ? `<ol reversed>${items.join('')}</ol>` : '<p>Nothing yet.</p>'
      }`,
    );
  });

  http.get<{ Params: { id: string } }>('/development-mail/:id', async (request, reply) => {
    refuseElsewhere(request);
    const mail = /^\d{1,18}$/.test(request.params.id)
      ? await findDevelopmentMail(db, request.params.id)
      : null;
    if (!mail)
      return send(
        reply.code(404),
        'Mail not found',
        '<h1>Mail not found</h1><p><a href="/development-mail">All mails</a></p>',
      );
    // The sandbox keeps the HTML of the mail from running scripts and loading resources. Links open outside
    // of the frame.
    return send(
      reply,
      mail.subject,
      `<p><a href="/development-mail">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p><small>To ${escapeHtml(mail.address)} · ${mail.at.toISOString()}</small></p><h2>HTML</h2><iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_top">'))}"></iframe><h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`,
    );
  });
}
