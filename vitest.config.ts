import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const include = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'apps/*/src/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'fixtures/appkit/test/*.test.tsx',
]
/** The applications in `fixtures/appkit` import AppKit's packages, for which ours stand in: exactly the names of `paths`. */
const { paths } = JSON.parse(readFileSync(`${root}/fixtures/appkit/tsconfig.json`, 'utf8')).compilerOptions
const alias = Object.entries<string[]>(paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(root, 'fixtures/appkit', path ?? ''),
}))

// Apps whose tests mainly start processes, which gain nothing from sharing one, and fixtures, which create a page's instance.
const isolatedApps = /^(apps\/(companion|demo|devnet)|fixtures)\//
/**
 * Files that need their own process: they mock modules, run code before their imports, assign globals or environment
 * variables, or change the process itself, such as its language.
 */
const isolatedContent =
  /start(Servers|Vault)\(|vi\.(mock|doMock|hoisted|resetModules)\(|(process\.env|globalThis)\.\w+ = |guardProcess\(|showLanguage\(/
/** Files with a DOM share it only if nothing of theirs goes on in it, and they expect nothing of it: no global kit, no relay, and no stopped clock. */
const isolatedDom = /create(AppKit|Kit|Instance)\(|walletconnect|authConnector|currentSIWX|useFakeTimers/i
const hasDom = /^\/\/ @vitest-environment jsdom/

const files = globSync(include, { cwd: root }).map((file) => {
  const content = readFileSync(`${root}/${file}`, 'utf8')
  const dom = hasDom.test(content)
  const needsProcess = isolatedApps.test(file) || isolatedContent.test(content)
  return { file, dom, isolated: needsProcess || (dom && isolatedDom.test(content)) }
})
const isolated = files.filter((one) => one.isolated).map(({ file }) => file)
const dom = files.filter((one) => one.dom && !one.isolated).map(({ file }) => file)

// Three times as many as there are cores: two thirds of the time, the longest files wait for a server, a chain or a timer.
const maxWorkers = 3 * Math.max(2, availableParallelism())
const resolve = {
  resolve: { alias, conditions: ['@portico/source', 'import', 'module', 'default'] },
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
          maxWorkers,
        },
      },
      {
        ...resolve,
        test: {
          ...common,
          name: 'dom',
          include: dom,
          environment: 'jsdom',
          isolate: false,
          maxWorkers,
        },
      },
      {
        ...resolve,
        test: {
          ...common,
          name: 'shared',
          include,
          exclude: [...isolated, ...dom],
          // One process runs many of these files, which saves starting it and loading the same modules for each.
          isolate: false,
          maxWorkers,
        },
      },
    ],
  },
})
