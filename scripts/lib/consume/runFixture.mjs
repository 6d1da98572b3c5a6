import { join } from 'node:path'
import { installFixture } from './installFixture.mjs'
import { runIn } from './runIn.mjs'
import { startServer } from './startServer.mjs'
import { visitPage } from './visitPage.mjs'

/**
 * Installs, checks, builds, serves and visits one fixture.
 *
 * @param {object} parameters
 * @param {import('./fixtures.mjs').Fixture} parameters.fixture
 * @param {string} parameters.root
 * @param {string} parameters.to the folder for all fixtures
 * @param {Record<string, { file: string }>} parameters.packed
 * @param {import('@playwright/test').Browser} parameters.browser
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {AbortSignal} parameters.signal
 * @returns {Promise<Record<string, number>>} seconds by step
 */
export async function runFixture({ fixture, root, to, packed, browser, env: all, signal }) {
  const folder = join(to, fixture.name)
  const env = outsideEnv(all)
  const seconds = {}
  const step = async (name, work) => {
    const startedAt = performance.now()
    await work()
    seconds[name] = (seconds[name] ?? 0) + (performance.now() - startedAt) / 1_000
  }
  const npm = (args) => runIn({ folder, command: 'npm', args, env, signal })
  const { types = [], serve = [], build = serve.length > 0, test = false } = fixture

  await step('install', () =>
    installFixture({ from: join(root, 'fixtures', fixture.name), folder, packed, env, signal }),
  )
  for (const args of types)
    await step('types', () => npm(['run', 'types', '--', '--skipLibCheck', 'false', ...args]))
  if (build) await step('build', async () => refuseWarnings(await npm(['run', 'build'])))
  if (test) await step('test', () => npm(['test']))
  for (const { script, args, dev } of serve) {
    await step('visit', async () => {
      const server = await startServer({ folder, script, args, env, signal })
      try {
        await visitPage({ browser, url: server.url, dev })
      } finally {
        await server.stop()
      }
    })
  }
  return seconds
}

function refuseWarnings(output) {
  const warnings = output.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line))
  if (warnings.length > 0) throw new Error(`The build prints warnings:\n${output}`)
}

/** Without the tools of this repository and the settings of the npm that runs this command. */
function outsideEnv(env) {
  const kept = Object.entries(env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^NODE_ENV$|^CI$/i.test(name))
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1' }
}
