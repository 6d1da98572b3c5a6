import { existsSync, globSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const executablePath =
  process.env.CHROME_PATH ?? names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** Specs that have other servers than the flows, see `isolation` in test.ts. */
const isolated = globSync('*.spec.ts', { cwd: import.meta.dirname }).filter((name) =>
  readFileSync(`${import.meta.dirname}/${name}`, 'utf8').includes('isolation:'),
)

// One spec per flow, against the real processes (stack.ts). Each worker has its own chains, gateway and demo.
export default defineConfig({
  testDir: '.',
  globalSetup: './sharePageBuilds.ts',
  // Starting all servers takes 15 seconds of CPU time, and a worker starts them again for a spec that needs others. So one
  // worker runs all attacks, whose servers have other settings: they mostly wait, while the others use the CPU.
  projects: [
    { name: 'attacks', testMatch: 'attacks/*.spec.ts', workers: 1 },
    { name: 'isolated', testMatch: isolated, workers: 1 },
    { name: 'flows', testMatch: '*.spec.ts', testIgnore: ['attacks/*', ...isolated] },
  ],
  outputDir: '../.cache/e2e',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  fullyParallel: false,
  // One more than the cores of a small machine: a third of the time, two workers wait for servers and animations.
  workers: 3,
  // A busy machine may exceed a timeout once. A test that passes only on the retry is reported as flaky.
  retries: 1,
  // Generous, because two cores run three browsers and twelve servers.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    actionTimeout: 10_000,
    viewport: { width: 1000, height: 900 },
    // Recording every test would take a quarter of the CPU time; a failed test is recorded on its retry.
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
        // Playwright's defaults without ThirdPartyStoragePartitioning: browsers partition the storage of a frame from
        // another site, and with the feature disabled it would have none. The last --disable-features flag counts.
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
