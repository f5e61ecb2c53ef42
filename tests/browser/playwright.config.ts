import { defineConfig } from '@playwright/test'

// The built client in Debian's Chromium against the real server. Software
// WebGL draws slowly, so these tests look at content and never at frame rates.
//
//   ROPEWALK_BIN   the server (default: build/release/server/ropewalk)
//   CHROMIUM_BIN   the browser (default: /usr/bin/chromium)
//   ROPEWALK_FULL  1: the long forms as well
//
// Tests whose titles end in @smoke are what `scripts/test` runs without arguments: of
// each file the few that show whether its feature works at all, 3 minutes in all.

export default defineConfig({
  testDir: 'specs',
  outputDir: 'results/runs',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // One for each core that CI has; each has a server of its own.
  workers: 2,
  // Once more, told as flaky: software WebGL on a busy machine can outlast any deadline.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Small, because every pixel is drawn without a graphics card.
    viewport: { width: 960, height: 600 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
