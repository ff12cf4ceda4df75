// Shows notifications, and keeps nothing but this page: without a connection a navigation says so instead of showing the browser's own error.
const styles = `:root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:1.25rem;padding:1.5rem;max-width:26rem;margin-inline:auto;background:#f4f1e8;color:#16211c}
main{display:contents}h1{margin:0;font-size:1.5rem;line-height:1.25}p{margin:0}
a{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;border-radius:.75rem;background:#0b6b4e;color:#fff;font-weight:700;text-decoration:none}
@media(prefers-color-scheme:dark){body{background:#0c1411;color:#edf2ee}a{background:#3ddc97;color:#06281d}}`;
const page = `<!doctype html><html lang="id"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Offline · PID</title><style>${styles}</style>
<main><h1>Kamu sedang offline</h1><p>Halaman ini butuh internet. Saldo dan dompetmu aman; yang sudah terkirim tetap terkirim.</p>
<p lang="en">You are offline. Your balance and your wallet are safe; what was sent stays sent.</p><a href="">Coba lagi · Try again</a></main></html>`;

const offline = () =>
  new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The request goes out while this worker wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      return offline();
    }
  };
  event.respondWith(answer());
});

// The payload is written by packages/server/src/notices/push/compose-push.ts. Browsers require a notification for every
// push, so a payload of a newer server still shows one.
self.addEventListener('push', (event) => {
  const told = () => {
    try {
      return event.data.json();
    } catch {
      return {};
    }
  };
  const { title = 'PID', body = '', tag = 'notice', language = '', path = '/notices', at } = told();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      icon: '/icons/icon-192.png',
      data: { path },
      ...(at === undefined ? {} : { timestamp: at }),
    }),
  );
});

// Opens the page in a window of its own, so that no payment in another window is interrupted.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { origin } = self.location;
  const wanted = new URL(event.notification.data?.path ?? '/notices', origin);
  const address = wanted.origin === origin ? wanted.href : `${origin}/notices`;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = windows.find(({ url }) => url === address);
    await (same ? same.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(open());
});
