import './lib/requireNode.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as util from 'node:util'
import { bootstrap, root } from './bootstrap.mjs'
import { countPlaywright } from './lib/countPlaywright.mjs'
import { countVitest } from './lib/countVitest.mjs'
import { createMemoryFolder } from './lib/createMemoryFolder.mjs'
import { ensureChromium } from './lib/ensureChromium.mjs'
import { ensureProxies } from './lib/ensureProxies.mjs'
import { ensureRedis } from './lib/ensureRedis.mjs'
import { runCommand } from './lib/runCommand.mjs'
import { runSteps } from './lib/runSteps.mjs'
import { runTool } from './lib/runTool.mjs'
import { selectParts } from './lib/selectParts.mjs'
import { stopSignals } from './lib/stopSignals.mjs'

const linesShown = 150
const logs = join(root, '.cache', 'logs')
/** Sources of the servers that most tests start, and the bundles that they start in a third of the time. */
const servers = {
  gateway: { server: 'src/server.ts', runServer: 'src/app/runServer.ts' },
  vault: { server: 'src/server.ts', runServer: 'src/runServer.ts' },
}
const bundles = join(root, '.cache', 'servers')

await runCommand(async () => {
  const { stop } = stopSignals()
  const { only } = readArguments()
  mkdirSync(logs, { recursive: true })
  const memory = createMemoryFolder()
  const temporary = memory ? { TMPDIR: memory } : {}
  // The tests start hundreds of processes that load the same modules: compiling each once saves a third of that time.
  const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') }
  let tools
  const say = (line) => console.log(line)

  /** A check counts as one test. */
  const check = (name, command, args, more) => ({
    name,
    run: async () => {
      const { code, output } = await tool(name, command, args)
      return { counts: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }, output }
    },
    ...more,
  })
  /** A suite counts its tests from its JSON report. */
  const suite = (name, { run, count, ...more }) => ({
    name,
    alone: true,
    run: async () => {
      const report = join(logs, `${name}.json`)
      rmSync(report, { force: true })
      const { code, output } = await run(report)
      if (!existsSync(report)) throw new Error(output || `${name} wrote no report.`)
      const { counts, flaky = [] } = count(JSON.parse(readFileSync(report, 'utf8')))
      // A suite can fail outside its tests: an uncaught error, or a server that did not start.
      if (code !== 0 && counts.failed === 0) counts.failed = 1
      return {
        counts,
        output,
        notes: [tally(counts), ...flaky.map((test) => `\n    flaky: ${test}`)].join(''),
      }
    },
    ...more,
  })
  const tool = async (name, command, args, env) => {
    const result = await runTool({
      command,
      args,
      cwd: root,
      env: { ...tools.env, ...compiled, ...env },
      signal: stop,
    })
    writeFileSync(join(logs, `${name}.log`), result.output)
    return result
  }

  const steps = selectParts(
    [
      {
        // First, because installing it may take a while, and unit tests use it too.
        name: 'browser',
        run: async () => {
          tools.env.CHROME_PATH = await ensureChromium({ ...tools, root, say, signal: stop })
          return { counts: { passed: 1, failed: 0, skipped: 0 } }
        },
      },
      {
        // After the browser, because apt-get runs once at a time. Without Redis the tests that need it are skipped.
        name: 'redis',
        after: ['browser'],
        run: async () => {
          const found = await ensureRedis({ ...tools, root, say, signal: stop })
          const missing = found ? 0 : 1
          const failed = process.env.CI ? missing : 0
          return {
            counts: { passed: 1 - missing, failed, skipped: missing - failed },
            output: found
              ? ''
              : 'There is no valkey-server or redis-server: install one with your package manager.',
          }
        },
      },
      {
        // After Redis, because apt-get runs once at a time. Without them the tests through load balancers are skipped.
        name: 'proxies',
        after: ['redis'],
        run: async () => {
          const missing = await ensureProxies({ ...tools, root, say, signal: stop })
          const count = missing.length > 0 ? 1 : 0
          const failed = process.env.CI ? count : 0
          return {
            counts: { passed: 1 - count, failed, skipped: count - failed },
            output: count > 0 ? `Install ${missing.join(' and ')} with your package manager.` : '',
          }
        },
      },
      check('types', 'tsc', ['-b']),
      check('lint', 'biome', ['check', '--error-on-warnings', '.']),
      check('imports', 'node', ['scripts/check-imports.mjs']),
      check('licences', 'node', ['scripts/check-licences.mjs']),
      check('build', 'node', ['scripts/build.mjs'], { after: ['types'] }),
      // Also reads the built types: a package must declare what these import.
      check('unused', 'knip', [], { after: ['build'] }),
      check('exports', 'node', ['scripts/check-exports.mjs'], { after: ['build'] }),
      check('size', 'node', ['bench/size.mjs'], { after: ['build'] }),
      check('docs', 'node', ['scripts/docs.mjs', '--check'], { after: ['browser', 'build'] }),
      // Beside the unit tests: half of the time it waits for npm.
      check('consume', 'node', ['scripts/consume.mjs', '--daily'], { after: ['browser', 'build'] }),
      suite('unit', {
        // Beside the checks that follow the build: most unit tests wait for a server or a chain.
        after: ['proxies', 'build'],
        alone: false,
        run: async (report) => {
          const { bundleServers } = await import('./lib/bundleServers.mjs')
          await bundleServers({ root, servers, folder: bundles })
          // A process stores what it has compiled when it ends by itself, but most tests kill the servers.
          const load = Object.entries(servers)
            .flatMap(([name, { runServer }]) => [
              join(root, 'apps', name, runServer),
              join(bundles, name, 'runServer.js'),
            ])
            .map((file) => `import '${file}'`)
            .join('\n')
          const flags = ['--conditions=@portico/source', '--disable-warning=ExperimentalWarning']
          const loaded = await tool('servers', 'node', [...flags, '--input-type=module', '--eval', load])
          if (loaded.code !== 0) return loaded
          return tool(
            'unit',
            'vitest',
            ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
            { ...temporary, SERVER_BUNDLES: bundles },
          )
        },
        count: (report) => ({ counts: countVitest(report) }),
      }),
      suite('e2e', {
        after: ['browser'],
        run: (report) =>
          tool('e2e', 'playwright', ['test', '--config=e2e/playwright.config.ts', '--reporter=line,json'], {
            ...temporary,
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          }),
        count: countPlaywright,
      }),
    ],
    only,
  )

  tools = await bootstrap({ signal: stop })
  requireVectors()
  const sum = await runSteps({
    steps,
    onChange: showRunning,
    onResult: (result) => stop.aborted || showResult(result),
    signal: stop,
  })
  if (stop.aborted) throw new Error('Stopped before the tests were finished.')
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return sum.failed > 0 ? 1 : 0
})

function readArguments() {
  try {
    return util.parseArgs({ options: { only: { type: 'string' } } }).values
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}. Usage: npm test [-- --only types,unit]`)
  }
}

/** Tests of published vectors are skipped if the vectors are missing, except in CI. */
function requireVectors() {
  const folder = resolve(root, process.env.VECTORS_DIR || '../shared/vectors')
  if (process.env.CI && !existsSync(folder)) {
    throw new Error(`CI is set, but there are no test vectors in ${folder}: set VECTORS_DIR.`)
  }
}

function tally({ passed, failed, skipped }) {
  return [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
    .filter(Boolean)
    .join(', ')
}

/** Shows the running steps in one line that is overwritten. Terminals only: a log would collect these lines. */
function showRunning(names) {
  if (process.stdout.isTTY)
    process.stdout.write(`\r\u001b[K${names.length > 0 ? `… ${names.join(', ')}` : ''}`)
}

function showResult({ name, seconds, counts, notes, output }) {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  const mark = counts.failed > 0 ? '✗' : counts.passed > 0 ? '✓' : '–'
  console.log(`${mark} ${name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s${notes ? `  ${notes}` : ''}`)
  if (counts.failed === 0) return
  const lines = (output ?? '').trimEnd().split('\n')
  if (lines.length > linesShown) console.log(`    … (full output: .cache/logs/${name}.log)`)
  console.log(
    lines
      .slice(-linesShown)
      .map((line) => `    ${line}`)
      .join('\n'),
  )
}
