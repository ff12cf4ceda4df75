import { sha256 } from '../../platform/hash.ts';

const style = `
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f1f2f8,#0e1118);color:light-dark(#141824,#eef1f8)}
main{width:100%;max-width:25rem;background:light-dark(#fff,#171b26);border:1px solid light-dark(#dde1ea,#2b3142);border-radius:1.25rem;padding:1.75rem}
h1{font-size:1.35rem;margin:0 0 .25rem}p{margin:.25rem 0 1.25rem;color:light-dark(#525b70,#a3adc2)}
label{display:block;font-weight:600;margin-bottom:.35rem}
input{width:100%;font:inherit;padding:.75rem .9rem;border-radius:.75rem;border:1px solid light-dark(#8c94a8,#5b647a);background:transparent;color:inherit}
button{width:100%;margin-top:1rem;font:inherit;font-weight:700;padding:.8rem;border:0;border-radius:.75rem;background:#4b36d6;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid light-dark(#4b36d6,#a99bff);outline-offset:2px}.error{color:light-dark(#a3152a,#ff9aa8);margin:.5rem 0 0}small{display:block;margin-top:1.25rem;color:light-dark(#525b70,#a3adc2)}`;

/** Embedded in the page, because the browser would otherwise request an icon that the policy forbids. */
const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%234b36d6%22/%3E%3C/svg%3E';

export const signInPagePolicy = `default-src 'none'; style-src 'sha256-${sha256(style).toString('base64')}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** One field and a button, working without scripts. */
export function signInPage(error: string | null): string {
  const message = error ? `<p class="error" id="error" role="alert">${error}</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Development sign-in</title><link rel="icon" href="${icon}"><style>${style}</style></head><body><main><h1>Development sign-in</h1><p>This replaces Google, Apple and other providers on your own computer. Use any address. Nothing is sent to it.</p><form method="post"><label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254" placeholder="you@example.com"${error ? ' aria-invalid="true" aria-describedby="error"' : ''}>${message}<button type="submit">Continue</button></form><small>The same address always signs in to the same identity.</small></main></body></html>`;
}
