import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@portico/source', 'import', 'module', 'default'] },
  // Without `import`: it would also be a condition of what installed packages `require`.
  ssr: { resolve: { conditions: ['@portico/source', 'node', 'module', 'default'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    globalSetup: ['packages/server/src/testing/globalSetup.ts'],
    setupFiles: ['scripts/lib/waitPatiently.mjs'],
    // Most tests wait for a server or a chain rather than for the processor: one fewer than there are, as by default, would
    // leave half of two idle.
    maxWorkers: Math.max(2, availableParallelism()),
    // For what never comes: a busy machine may take ten times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
