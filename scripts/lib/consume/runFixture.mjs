import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../runTool.mjs'
import { installFixture } from './installFixture.mjs'
import { lowestVersions } from './lowestVersions.mjs'
import { runIn } from './runIn.mjs'
import { startServer } from './startServer.mjs'
import { visitApp, visitPairing } from './visitApp.mjs'
import { visitPage } from './visitPage.mjs'
import { visitWithCookies } from './visitWithCookies.mjs'

/** Vite prints it for a file of more than 500 kB. */
const sizeWarning = /chunk size limit for this warning/
const visitors = { page: visitPage, cookies: visitWithCookies, app: visitApp, pairing: visitPairing }

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
  const { types = [], serve = [], build = [], visit: visits = ['page'], test = false } = fixture

  const from = [fixture.from ?? [], fixture.name].flat().map((name) => join(root, 'fixtures', name))
  const lowest = fixture.oldest ? lowestVersions(root) : {}
  await step('install', () => installFixture({ fixture, from, folder, packed, lowest, env, signal }))
  // First, because some frameworks generate types.
  if (serve.length > 0) {
    await step('build', async () => refuseWarnings(await npm(['run', 'build', '--', ...build]), fixture))
  }
  checkLibraries(join(folder, 'tsconfig.json'))
  for (const args of types) {
    await step('types', () => checkTypes({ folder, args: ['run', 'types', '--', ...args], env, signal }))
  }
  if (test) await step('test', () => npm(['test']))
  for (const { script, args, dev } of serve) {
    await step('visit', async () => {
      const server = await startServer({ folder, script, args, env, signal })
      try {
        for (const visit of visits) await visitors[visit]({ browser, url: server.url, dev, app: fixture.app })
      } finally {
        await server.stop()
      }
    })
  }
  return seconds
}

/** Applications rarely check the types of their packages; here they must hold. */
function checkLibraries(file) {
  if (!existsSync(file)) return
  writeFileSync(file, readFileSync(file, 'utf8').replace('"skipLibCheck": true', '"skipLibCheck": false'))
}

/** The types of other packages may have errors of their own, as wagmi's have; ours and the application's may not. */
async function checkTypes({ folder, args, env, signal }) {
  const { code, output } = await runTool({ command: 'npm', args, cwd: folder, env, signal })
  if (code === 0) return
  const problems = output.split('\n').filter((line) => /error TS\d+/.test(line))
  const own = problems.filter((line) => {
    const [file] = line.split('(')
    return !file.includes('node_modules/') || /^@(portico|reown)\//.test(file.split('node_modules/').at(-1))
  })
  if (own.length > 0 || problems.length === 0) throw new Error(own.join('\n') || output)
}

function refuseWarnings(output, { isLarge = false }) {
  const warnings = output
    .split('\n')
    .filter((line) => /\bwarn(ing)?\b/i.test(line) && !(isLarge && sizeWarning.test(line)))
  if (warnings.length > 0) throw new Error(`The build prints warnings:\n${output}`)
}

/** Without the tools of this repository and the settings of the npm that runs this command. */
function outsideEnv(env) {
  const kept = Object.entries(env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^NODE_ENV$|^CI$/i.test(name))
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1' }
}
