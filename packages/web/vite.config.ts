import { preact } from '@preact/preset-vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { placePaths } from './build/place-paths.ts';
import { emitDocuments } from './build/emit-documents.ts';
import { emitGuides } from './build/emit-guides.ts';
import { inlineRuntime } from './build/inline-runtime.ts';
import { emitRouteList } from './build/emit-route-list.ts';
import { emitSdk } from './build/emit-sdk.ts';
import { scriptFiles } from './build/split-scripts.ts';

/** The policy that the server sends with pages, so that a preview fails where production would. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const api = process.env['PID_DEV_API'] ?? 'http://127.0.0.1:4100';

const target = ['chrome111', 'firefox114', 'safari16.4'];

export default defineConfig(({ command }) => ({
  // The preset only adds hot reloading. The build compiles JSX through the tsconfig alone.
  plugins: [
    tailwindcss(),
    placePaths(),
    emitRouteList(),
    emitSdk(),
    emitGuides({ target, plugins: () => [tailwindcss()] }),
    inlineRuntime(),
    emitDocuments({ target, plugins: () => [tailwindcss()] }),
    compressFiles(),
    command === 'serve' ? preact() : [],
  ],
  build: {
    // The separate builds take a long time, so the warning about slow plugins is off.
    rolldownOptions: {
      input: 'index.html',
      // Every page loads the names of all files. 7 characters (42 bits) are the shortest hash that the bundler accepts.
      output: { codeSplitting: scriptFiles, chunkFileNames: 'assets/[name]-[hash:7].js' },
      checks: { pluginTimings: false },
    },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target,
  },
  server: { proxy: { '/v1': api } },
  preview: { proxy: { '/v1': api }, headers: { 'content-security-policy': contentSecurityPolicy } },
}));
