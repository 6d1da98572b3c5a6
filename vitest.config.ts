import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@portico/source', 'import', 'module', 'default'] },
  // Without `import`: it would also be a condition of what installed packages `require`.
  ssr: { resolve: { conditions: ['@portico/source', 'node', 'module', 'default'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    globalSetup: ['apps/gateway/src/testing/globalSetup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
