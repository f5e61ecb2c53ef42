import { defineConfig } from 'vitest/config'

// Where `npm run dev` finds a server; the built client is served by it.
const server = process.env.ROPEWALK_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    // The page's content security policy allows no inlined scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
})
