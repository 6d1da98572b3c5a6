import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROME_PATH ?? system.find((path) => existsSync(path))

// One spec per flow, against the real processes (stack.ts): chains, gateway and demo of each worker's own.
export default defineConfig({
  testDir: '.',
  // The attacks have servers of their own: first, as they take longest, and so that no worker starts its servers three times.
  projects: [
    { name: 'attacks', testMatch: 'attacks/*.spec.ts' },
    { name: 'flows', testMatch: '*.spec.ts', testIgnore: 'attacks/*' },
  ],
  outputDir: '../.cache/e2e',
  fullyParallel: false,
  workers: 2,
  // A machine that is busy with other work may miss a deadline once; what passes only then is named as flaky.
  retries: 1,
  // Two cores carry two browsers and six servers.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    actionTimeout: 10_000,
    viewport: { width: 1000, height: 900 },
    // Recording every test takes a quarter of all the processor's time; what fails is recorded when it is tried again.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // As Playwright has it by default, but for ThirdPartyStoragePartitioning: visitors' browsers give a frame of
        // another site a storage of its own, and without that feature it has none at all. The last of these flags counts.
        `--disable-features=${[
          'AvoidUnnecessaryBeforeUnloadCheckSync',
          'DestroyProfileOnBrowserClose',
          'HttpsUpgrades',
          'HttpsFirstBalancedModeAutoEnable',
          'MediaRouter',
          'PaintHolding',
          'AvoidCorsURLLoaderRestartOnRedirect',
          'OptimizationHints',
        ].join(',')}`,
      ],
    },
  },
})
