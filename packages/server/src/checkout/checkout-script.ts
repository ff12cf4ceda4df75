import { languageCodes, languages } from '@pid/contract/languages';
import { sha256 } from '../platform/hash.ts';

const tags = Object.fromEntries(languageCodes.map((code) => [code, languages[code].tag]));

/** The server and the script write times in the same form, so that the page does not move. */
export const timeForm = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/**
 * A convenience only: the chosen theme, times in the reader's time zone, the countdown, protection against a
 * second press of a button or a press without a connection, and polling for the payment every few seconds. Without this script the page still
 * takes payments.
 */
export const checkoutScript = `(() => {
  const tags = ${JSON.stringify(tags)};
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('pid:theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {}
  const write = (seconds) => {
    const two = (value) => String(value).padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    const rest = minutes >= 60 ? two(minutes % 60) : String(minutes);
    return (minutes >= 60 ? Math.floor(minutes / 60) + ':' : '') + rest + ':' + two(seconds % 60);
  };
  const countDown = (clock) => {
    const end = performance.now() + Number(clock.dataset.seconds) * 1000;
    const left = clock.querySelector('b');
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      left.textContent = write(seconds);
      if (seconds <= 60 && !clock.dataset.soon) {
        clock.dataset.soon = 'yes';
        document.querySelector('[data-announce]').textContent = clock.textContent;
      }
      if (seconds > 0) return;
      clearInterval(timer);
      setTimeout(() => location.reload(), 1000);
    };
    const timer = setInterval(tick, 1000);
    tick();
    clock.hidden = false;
  };
  const watch = (main) => {
    const look = async () => {
      try {
        const page = document.visibilityState === 'visible' ? await fetch(location.href) : null;
        // The payment of a purchase leads on to the purchase.
        if (page?.redirected) return location.reload();
        const status = /data-status="([a-z]+)"/.exec(page ? await page.text() : '');
        if (status && status[1] !== main.dataset.status) return location.reload();
      } catch {}
      setTimeout(look, 4000);
    };
    setTimeout(look, 4000);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const form = new Intl.DateTimeFormat(tags[root.lang], ${JSON.stringify(timeForm)});
    for (const time of document.querySelectorAll('time')) time.textContent = form.format(new Date(time.dateTime));
    for (const clock of document.querySelectorAll('[data-seconds]')) countDown(clock);
    const main = document.querySelector('main[data-waiting]');
    if (main) watch(main);
    for (const sent of document.querySelectorAll('form'))
      sent.addEventListener('submit', (event) => {
        const offline = document.querySelector('[data-offline]');
        if (offline) offline.hidden = navigator.onLine;
        if (sent.dataset.sent || !navigator.onLine) event.preventDefault();
        if (navigator.onLine) sent.dataset.sent = 'yes';
      });
  });
  addEventListener('pageshow', () => {
    for (const sent of document.querySelectorAll('form')) delete sent.dataset.sent;
  });
})();
`;

export const checkoutScriptPath = `/checkout/page.${sha256(checkoutScript).toString('hex').slice(0, 12)}.js`;
