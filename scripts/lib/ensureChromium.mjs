import { spawnSync } from 'node:child_process'
import { canInstallWithApt, findProgram, isProgram } from './findProgram.mjs'
import { runTool } from './runTool.mjs'

// The headless shell comes first: the same engine without the browser's own interface, which takes a third of the CPU
// time of a test in a full browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/**
 * Finds Chromium for the browser tests, and installs it if it is missing.
 *
 * @param {object} parameters
 * @param {NodeJS.ProcessEnv} parameters.env `CHROME_PATH` names the browser to use
 * @param {string} parameters.node path of Node
 * @param {string} parameters.root
 * @param {(line: string) => void} parameters.say prints progress
 * @param {AbortSignal} parameters.signal cancels the installation
 * @returns {Promise<string>} the absolute path of the browser
 * @throws {Error} if there is no Chromium and it cannot be installed
 */
export async function ensureChromium({ env, node, root, say, signal }) {
  if (env.CHROME_PATH) {
    if (isProgram(env.CHROME_PATH)) return env.CHROME_PATH
    throw new Error(
      `CHROME_PATH is ${env.CHROME_PATH}, which does not start as a browser: correct or unset it.`,
    )
  }
  const run = (command, args) => runTool({ command, args, cwd: root, env, signal })

  const present = findProgram(names, env)
  if (present) return present

  if (canInstallWithApt()) {
    say('Installing Chromium (apt-get install chromium-headless-shell) …')
    const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y'
    // Not every release of Debian has the headless shell.
    const either = `${install} chromium-headless-shell || ${install} chromium`
    await run('sh', ['-c', `apt-get update && (${either})`])
    const installed = findProgram(names, env)
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
    `The browser tests need Chromium, and it could not be installed: install it with your package manager or set CHROME_PATH.\n${output}`,
  )
}
