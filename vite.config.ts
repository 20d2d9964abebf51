import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Two pages: the sign-in page stays small because nothing of the shell is part of it. Tests read this file too and keep
// the repository as their root.
export default defineConfig(({ mode }) => ({
  root: mode === 'test' ? undefined : 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the server allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: { input: ['src/web/index.html', 'src/web/app.html'] },
  },
}));
