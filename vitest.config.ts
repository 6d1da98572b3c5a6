import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const include = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'apps/*/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
]

// Apps whose tests mainly start processes, which gain nothing from sharing one.
const isolatedApps = /^apps\/(companion|demo|devnet|vault|wallet)\//
/**
 * Files that need their own process: they mock modules, run code before their imports, assign globals or environment
 * variables, use a DOM (which is global too), or change the process itself.
 */
const isolatedContent =
  /@vitest-environment|vi\.(mock|doMock|hoisted|resetModules)\(|(process\.env|globalThis)\.\w+ = |guardProcess\(/

const isolated = globSync(include, { cwd: root }).filter(
  (file) => isolatedApps.test(file) || isolatedContent.test(readFileSync(`${root}/${file}`, 'utf8')),
)

const cores = Math.max(2, availableParallelism())
const resolve = {
  resolve: { conditions: ['@portico/source', 'import', 'module', 'default'] },
  // Without `import`: it would also apply to what installed packages `require`.
  ssr: { resolve: { conditions: ['@portico/source', 'node', 'module', 'default'] } },
}
const common = {
  setupFiles: ['scripts/lib/vitestSetup.mjs'],
  // Generous, because a busy machine may take ten times as long as an idle one.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  ...resolve,
  test: {
    globalSetup: ['packages/server/src/testing/globalSetup.ts'],
    projects: [
      {
        ...resolve,
        test: {
          ...common,
          name: 'isolated',
          include: isolated,
          // One more than below: starting a process for each file takes a third of the time.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...resolve,
        test: {
          ...common,
          name: 'shared',
          include,
          exclude: isolated,
          // One process runs many of these files, which saves starting it and loading the same modules for each.
          isolate: false,
          // As many as there are cores: most of these tests wait for a server or a chain. With more, tests that depend on
          // how far a server gets within its time limits become unreliable.
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
