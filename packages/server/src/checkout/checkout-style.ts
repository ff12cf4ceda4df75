const light =
  '--paper:#f4f1e8;--surface:#fffdf7;--sunken:#ebe7da;--ink:#14221c;--muted:#4d5d55;--line:#d8d3c2;--edge:#727f75;--brand:#0b6b4e;--brand-strong:#074f39;--on-brand:#fff;--sun-shade:#b27b00;--good:#0b6b4e;--good-soft:#d9efe4;--warn:#7a4a00;--warn-soft:#fdeec5;--bad:#a8231c;--bad-soft:#fbe2dd;--note:#1f5585;--note-soft:#dfecf7;--focus:#0b57d0';
const dark =
  '--paper:#0c1411;--surface:#141f1a;--sunken:#0f1915;--ink:#ecf4ee;--muted:#a5b6ac;--line:#2a3a32;--edge:#6d8177;--brand:#4fd3a0;--brand-strong:#7fe3bd;--on-brand:#04231a;--sun-shade:#b27b00;--good:#5ad9a7;--good-soft:#113527;--warn:#f3c563;--warn-soft:#3a2c0b;--bad:#ff9d92;--bad-soft:#431a17;--note:#93c5f2;--note-soft:#14304a;--focus:#8ab8ff';

/**
 * The design tokens of the hosted pages, inlined in the page's only style sheet, so that the page looks right
 * even if nothing else loads.
 */
export function checkoutStyle(fontPath: string | null): string {
  const face = fontPath
    ? `@font-face{font-family:'Bricolage Grotesque';src:url('${fontPath}') format('woff2');font-weight:700;font-display:optional}`
    : '';
  return `${face}
:root{color-scheme:light;${light}}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,Inter,'Noto Sans',Ubuntu,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1rem}
header,footer,main{width:100%;max-width:28rem}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:0 .25rem 1rem}
main{background:var(--surface);border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 0 rgb(0 0 0/.06),0 6px 20px -8px rgb(0 0 0/.18);margin:auto 0;overflow:hidden}
.brand{display:flex;align-items:center;gap:.5rem}
.brand,h1,.total{font-family:'Bricolage Grotesque',ui-rounded,system-ui,sans-serif;font-weight:700;letter-spacing:-.02em}
.brand{font-size:1.375rem}.brand svg{width:2rem;height:2rem}
.head{padding:1.75rem 1.25rem 1.5rem;text-align:center;border-bottom:1px dashed var(--edge)}
.head:last-child{border:0}
.rest{display:grid;gap:1.25rem;padding:1.25rem}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 .25rem;text-wrap:balance}
.total{font-size:clamp(2rem,1.5rem + 4vw,2.75rem);line-height:1.1;margin:.25rem 0 0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.label,.deadline,small{font-size:.9063rem;color:var(--muted);margin:0}
.deadline{margin-top:.75rem}.deadline time{display:block}
.clock{display:inline-block;margin-top:.75rem;padding:.15rem .75rem;border-radius:999px;background:var(--sunken);font-size:.9063rem;font-variant-numeric:tabular-nums}
.clock b{font-weight:650}.clock[data-soon]{background:var(--warn-soft);color:var(--warn)}.clock[hidden]{visibility:hidden}
@media (scripting:none){.clock[hidden]{display:none}}
.mark{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 auto .75rem;border-radius:999px}
.mark svg{width:2rem;height:2rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
dl{margin:0}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
dl div:last-child{border:0}
dt{color:var(--muted)}dd{margin:0;font-weight:600;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.sum dt{color:var(--ink);font-weight:600}
.purpose{margin:0 auto 1rem;max-width:22rem;text-wrap:balance;overflow-wrap:anywhere}
.state{margin:.5rem 0 0;text-wrap:pretty}
.paid .mark{background:var(--good-soft);color:var(--good)}.failed .mark{background:var(--bad-soft);color:var(--bad)}.expired .mark,.refunded .mark{background:var(--warn-soft);color:var(--warn)}
.method,.notice{border-radius:.625rem;padding:.75rem .875rem;border:1px solid var(--line);font-size:.9063rem}
.method b{display:block;font-size:1rem}.method{color:var(--muted)}.method b{color:var(--ink)}
.notice{border-color:transparent;background:var(--note-soft);color:var(--note)}
.sandbox{background:var(--warn-soft);color:var(--warn)}
form{display:grid;gap:.875rem;margin:0}.actions{display:grid;gap:.875rem}
.button{display:block;width:100%;min-height:2.875rem;padding:.65rem 1.125rem;border:1px solid transparent;border-radius:.625rem;font:inherit;font-weight:650;line-height:1.35;text-align:center;text-decoration:none;cursor:pointer}
.primary{background:#ffc233;color:#2b1d00;box-shadow:0 3px 0 var(--sun-shade)}
.back{background:var(--brand);color:var(--on-brand);box-shadow:0 3px 0 var(--brand-strong)}
.plain{background:var(--surface);color:var(--ink);border-color:var(--edge);box-shadow:0 3px 0 var(--line)}
.button:active{transform:translateY(3px);box-shadow:none}
form[data-sent] .button{cursor:progress;box-shadow:none}
footer nav{display:flex;justify-content:center;gap:.5rem;padding:.5rem;font-size:.9063rem}
footer a{padding:.75rem .5rem;color:var(--brand);font-weight:600;text-underline-offset:.2em}footer [aria-current]{color:var(--ink);text-decoration:none}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;
}
