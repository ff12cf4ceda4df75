/** The tokens of the hosted pages, in the one sheet that this page carries with it: no script, no other request. */
export const checkoutStyle = `
:root{color-scheme:light dark;--paper:#f4f1e8;--surface:#fffdf7;--sunken:#ebe7da;--ink:#14221c;--muted:#4d5d55;--line:#d8d3c2;--edge:#7d8a80;--brand:#0b6b4e;--brand-strong:#074f39;--brand-soft:#d9efe4;--on-brand:#fff;--good:#0b6b4e;--good-soft:#d9efe4;--warn:#7a4a00;--warn-soft:#fdeec5;--bad:#a8231c;--bad-soft:#fbe2dd;--note:#1f5585;--note-soft:#dfecf7;--focus:#0b57d0}
@media(prefers-color-scheme:dark){:root{--paper:#0c1411;--surface:#141f1a;--sunken:#0f1915;--ink:#ecf4ee;--muted:#a5b6ac;--line:#2a3a32;--edge:#6d8177;--brand:#4fd3a0;--brand-strong:#7fe3bd;--brand-soft:#123a2c;--on-brand:#04231a;--good:#5ad9a7;--good-soft:#113527;--warn:#f3c563;--warn-soft:#3a2c0b;--bad:#ff9d92;--bad-soft:#431a17;--note:#93c5f2;--note-soft:#14304a;--focus:#8ab8ff}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1rem}
main{width:100%;max-width:27rem;background:var(--surface);border:1px solid var(--line);border-radius:1.5rem;padding:1.5rem;box-shadow:0 24px 48px -28px rgb(24 38 31/.5)}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:800;letter-spacing:-.02em;color:var(--brand)}
.brand svg{width:1.5rem;height:1.5rem}
h1{font-size:1.375rem;line-height:1.3;letter-spacing:-.02em;margin:1rem 0 .25rem;text-wrap:balance}
.total{font-size:clamp(2rem,1.5rem + 4vw,2.75rem);font-weight:800;line-height:1.1;letter-spacing:-.03em;margin:.25rem 0 1rem;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dl{margin:0 0 1.25rem;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--muted)}dd{margin:0;font-weight:600;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.state{border-radius:.625rem;padding:.75rem .875rem;margin:0 0 1.25rem;background:var(--note-soft);color:var(--note);font-weight:600}
.paid{background:var(--good-soft);color:var(--good)}.failed{background:var(--bad-soft);color:var(--bad)}.expired,.refunded,.sandbox{background:var(--warn-soft);color:var(--warn)}
.sandbox{font-weight:400;font-size:.9063rem}
form{display:grid;gap:.75rem;margin:0}
.button{display:block;width:100%;min-height:2.875rem;padding:.65rem 1.125rem;border:1px solid transparent;border-radius:.625rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
.primary{background:var(--brand);color:var(--on-brand);box-shadow:0 3px 0 var(--brand-strong)}
.plain{background:var(--surface);color:var(--ink);border-color:var(--edge)}
.button+.button,form+a,form+form{margin-top:.75rem}
.label{font-size:.9063rem;font-weight:600;letter-spacing:0;color:var(--muted)}
small{display:block;color:var(--muted);margin-top:.75rem;font-size:.875rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;
