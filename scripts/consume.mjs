import './lib/requireNode.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as util from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { fixtures } from './lib/consume/fixtures.mjs'
import { ensureChromium } from './lib/ensureChromium.mjs'
import { packPackages } from './lib/packPackages.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runSteps } from './lib/runSteps.mjs'
import { selectParts } from './lib/selectParts.mjs'
import { stopSignals } from './lib/stopSignals.mjs'

const linesShown = Number(process.env.LINES ?? 60)

// Installs the packed packages into applications outside the repository and visits their pages in a browser:
// npm run consume [-- vite-react19 appkit]: `appkit` stands for all applications in that folder. Also checks the tarballs themselves.
await runCommand(async () => {
  const { values, positionals } = util.parseArgs({
    allowPositionals: true,
    options: {
      /** Leaves the folder of the applications. */
      keep: { type: 'boolean' },
      /** Only what `npm test` tries. */
      daily: { type: 'boolean' },
    },
  })
  const tried = [{ name: 'tarballs', daily: true }, ...fixtures].filter(({ daily }) => daily || !values.daily)
  const selected = selectParts(tried, positionals.length > 0 ? expand(positionals).join(',') : undefined)
  const { stop } = stopSignals()
  const { node, env } = await bootstrap({ signal: stop })
  const executablePath = await ensureChromium({ env, node, root, say: console.log, signal: stop })
  // They import what bootstrap installs.
  const { checkTarballs } = await import('./lib/consume/checkTarballs.mjs')
  const { runFixture } = await import('./lib/consume/runFixture.mjs')
  const { chromium } = await import('@playwright/test')

  const to = mkdtempSync(join(tmpdir(), 'portico-consume-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const packed = await packPackages({ root, to: join(to, 'packages'), env })
    const sum = await runSteps({
      steps: selected.map((fixture) => ({
        name: fixture.name,
        run: async () => {
          const parameters = { root, to, packed, browser, env, signal: stop }
          const seconds =
            fixture.name === 'tarballs'
              ? await checkTarballs(parameters)
              : await runFixture({ fixture, ...parameters })
          const notes = Object.entries(seconds).map(([step, time]) => `${step} ${time.toFixed(1)}`)
          return { counts: { passed: 1, failed: 0, skipped: 0 }, notes: notes.join(', ') }
        },
      })),
      onChange: () => {},
      onResult: showResult,
      signal: stop,
    })
    console.log(`${sum.passed} of ${selected.length} passed`)
    return sum.failed > 0 || stop.aborted ? 1 : 0
  } finally {
    await browser.close()
    if (values.keep) console.log(`The applications are in ${to}.`)
    else rmSync(to, { recursive: true, force: true })
  }
})

/** The name of a folder stands for all fixtures in it. */
function expand(names) {
  return names.flatMap((name) => {
    const inside = fixtures.filter((fixture) => fixture.name.startsWith(`${name}/`))
    return inside.length > 0 ? inside.map((fixture) => fixture.name) : [name]
  })
}

function showResult({ name, seconds, counts, notes = '', output = '' }) {
  console.log(
    `${counts.passed > 0 ? '✓' : '✗'} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s  ${notes}`,
  )
  if (counts.failed > 0)
    console.log(output.split('\n').slice(0, linesShown).join('\n').replace(/^/gm, '    '))
}
