import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from '../e2e/playwright.config.ts'
import { stopSignals } from '../scripts/lib/stopSignals.mjs'
import { buildPages } from './lib/page/buildPages.mjs'
import { measureVisits } from './lib/page/measureVisits.mjs'
import { serveFolder } from './lib/page/serveFolder.mjs'

// What a visitor waits for, beside two floors: React alone and React with wagmi, each with a hand-written list. All three are
// built from the packed packages, with the bundler's defaults. Run `npm run build` before.
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const names = ['react', 'wagmi', 'kit']
const kilo = (bytes) => bytes / 1000

/** One row: its unit, how many decimals it has, its goal, and whether the kit reaches it. */
const rows = [
  [
    'firstBytes',
    'JS before the first click, kB',
    1,
    '≤ 12 over React',
    (at) => kilo(at.kit - at.react) <= 12,
  ],
  ['openBytes', 'JS until open, kB', 1, '≤ 30 over React', (at) => kilo(at.kit - at.react) <= 30],
  ['requests', 'Requests until open', 0, '≤ 5', (at) => at.kit <= 5],
  ['laterBytes', 'JS 0.7 s later, kB', 1, '', () => true],
  ['laterRequests', 'Requests 0.7 s later', 0, '', () => true],
  ['row', 'Click → wallet row, ms', 1, '≤ 4 × wagmi', (at) => at.kit <= 4 * at.wagmi],
  ['hovered', '… after 100 ms of hover', 1, '≤ React + 50', (at) => at.kit <= at.react + 50],
  ['second', '… second opening', 1, '', () => true],
  ['blocked', 'Blocking time, CPU 4 ×, ms', 0, '≤ 0.85 × wagmi', (at) => at.kit <= 0.85 * at.wagmi],
  ['rest', 'Click → at rest, CPU 4 ×, ms', 0, '≤ 250', (at) => at.kit <= 250],
  ['slowLink', 'Slow link: navigation → row, ms', 0, '≤ 1.1 × wagmi', (at) => at.kit <= 1.1 * at.wagmi],
  ['press', 'Press → address, ms', 1, '≤ 20', (at) => at.kit <= 20],
  ['slowPress', 'Press → address, CPU 4 ×, ms', 1, '≤ 1.5 × wagmi', (at) => at.kit <= 1.5 * at.wagmi],
  ['gone', '… → modal gone, ms', 0, '≤ 150', (at) => at.kit <= 150],
  ['shift', 'Layout shift on opening', 3, '0', (at) => at.kit === 0],
]

const { stop } = stopSignals()
const to = mkdtempSync(join(tmpdir(), 'portico-bench-page-'))
const { executablePath } = config.use?.launchOptions ?? {}
// No other host is reached, whatever a page asks for.
const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
try {
  const root = join(import.meta.dirname, '..')
  const folders = await buildPages({ root, to, names, signal: stop })
  const servers = {}
  for (const name of names) servers[name] = await serveFolder(folders[name])
  const values = Object.fromEntries(names.map((name) => [name, []]))
  // The first visit of each warms up the browser. Then they take turns, so that a busy machine slows all of them.
  for (let round = -1; round < rounds && !stop.aborted; round += 1) {
    for (const name of names) {
      const figures = await measureVisits(browser, servers[name])
      if (round >= 0) values[name].push(figures)
    }
  }
  for (const server of Object.values(servers)) await server.close()
  print(values)
} finally {
  await browser.close()
  rmSync(to, { recursive: true, force: true })
}

function print(values) {
  const line = (columns) =>
    columns
      .map((column, index) => (index === 0 ? column.padEnd(33) : column.padStart(index === 6 ? 18 : 9)))
      .join('')
  console.log(`Medians of ${rounds} rounds`)
  console.log(line(['', ...names, '× React', '× wagmi', 'goal']))
  for (const [key, label, digits, goal, isReached] of rows) {
    const at = Object.fromEntries(
      names.map((name) => [name, median(values[name].map((figures) => figures[key]))]),
    )
    const scale = key.endsWith('Bytes') ? kilo : (value) => value
    const cells = names.map((name) => scale(at[name]).toFixed(digits))
    const ratios = [at.kit / at.react, at.kit / at.wagmi].map((ratio) =>
      Number.isFinite(ratio) ? ratio.toFixed(2) : '–',
    )
    console.log(`${line([label, ...cells, ...ratios, goal])}  ${goal && (isReached(at) ? '✓' : '✗')}`)
  }
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
