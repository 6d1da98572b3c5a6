import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runTool } from './runTool.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * Finds a Chromium for the browser tests, and installs one where there is none.
 *
 * @param {object} parameters
 * @param {NodeJS.ProcessEnv} parameters.env with `CHROME_PATH`, if the user has a wish
 * @param {string} parameters.node
 * @param {string} parameters.root
 * @param {(line: string) => void} parameters.say
 * @param {AbortSignal} parameters.signal gives up on installing
 * @returns {Promise<string>} its whole path
 * @throws {Error} if there is none and none can be installed
 */
export async function ensureChromium({ env, node, root, say, signal }) {
  if (env.CHROME_PATH) {
    if (isProgram(env.CHROME_PATH)) return env.CHROME_PATH
    throw new Error(
      `CHROME_PATH is ${env.CHROME_PATH}, which is no browser that starts: correct it or leave it out.`,
    )
  }
  const run = (command, args) => runTool({ command, args, cwd: root, env, signal })

  const present = findOnPath(env)
  if (present) return present

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium (apt-get install chromium) …')
    const install = 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium'
    await run('sh', ['-c', install])
    const installed = findOnPath(env)
    if (installed) return installed
  }
  say('Installing Chromium (playwright install chromium) …')
  const { output } = await run('playwright', ['install', 'chromium'])
  const { stdout } = spawnSync(
    node,
    ['--eval', 'console.log(require("@playwright/test").chromium.executablePath())'],
    { cwd: root, env, encoding: 'utf8' },
  )
  const fromPlaywright = stdout.trim()
  if (isProgram(fromPlaywright)) return fromPlaywright
  throw new Error(
    `The browser tests need Chromium, and it could not be installed: install it from your system's packages or set CHROME_PATH.\n${output}`,
  )
}

function findOnPath({ PATH = '' }) {
  const folders = PATH.split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
