import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// Three pages: the sign-in page stays small because nothing of the shell is part of it, and so does the API documentation. Tests read this file too and keep
// the repository as their root.
export default defineConfig(({ mode }) => ({
  root: mode === 'test' ? undefined : 'src/web',
  publicDir: false,
  plugins: [react(), schemeBeforePaint(), compressed()],
  // The style library of notistack, replaced because the content security policy refuses how it works.
  resolve: {
    alias: [
      { find: /^goober$/, replacement: join(import.meta.dirname, 'src/web/ui/toastRules.ts') },
    ],
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: ['src/web/index.html', 'src/web/app.html', 'src/web/api-docs.html'] },
  },
}));

/**
 * Puts `ui/scheme.js` at the top of each page as a plain script that blocks the first paint, so that a dark page never
 * flashes light. It is a file because the page's policy allows no inline script, and hashed because assets are cached for ever.
 */
function schemeBeforePaint(): Plugin {
  return {
    name: 'scheme-before-paint',
    apply: 'build',
    async buildStart() {
      this.emitFile({
        type: 'asset',
        name: 'scheme.js',
        source: await readFile(join(import.meta.dirname, 'src/web/ui/scheme.js')),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /scheme-[^/]+\.js$/.test(name));
        if (file === undefined) throw new Error('scheme.js is not among the assets');
        return [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** Lays `.br` and `.gz` beside each text asset, once, so that the server compresses nothing. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.flatMap(async (name) => {
          const file = join(dir ?? '', name);
          const content = await readFile(file);
          await Promise.all([
            promisify(brotliCompress)(content).then((small) => writeFile(`${file}.br`, small)),
            promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          ]);
        }),
      );
    },
  };
}
