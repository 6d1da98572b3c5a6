import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import config from '../../e2e/playwright.config.ts'
import { installFixture } from '../../scripts/lib/consume/installFixture.mjs'
import { runIn } from '../../scripts/lib/consume/runIn.mjs'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { packPackages } from '../../scripts/lib/packPackages.mjs'
import { serveFolder } from './page/serveFolder.mjs'

const root = join(import.meta.dirname, '../..')
const pages = ['kit', 'floor']
/** After this nothing goes on in an open page. */
const quietMs = 1_000

/** How each bundler builds and serves a page of `bench/pages/bundlers`, with its default settings. */
const bundlers = [
  {
    name: 'Vite',
    build: (page) => [['vite', 'build', page, '--logLevel', 'warn']],
    serve: (folder, page) => serveFolder(join(folder, page, 'dist')),
  },
  {
    name: 'esbuild',
    build: (page) => [
      [
        ...['esbuild', `${page}/main.jsx`, '--bundle', '--splitting', '--format=esm', '--minify'],
        ...['--jsx=automatic', '--define:process.env.NODE_ENV="production"', `--outdir=${page}/esbuild`],
        '--log-level=warning',
      ],
    ],
    serve: (folder, page) => {
      const out = join(folder, page, 'esbuild')
      const html = readFileSync(join(folder, page, 'index.html'), 'utf8')
      writeFileSync(join(out, 'index.html'), html.replace('./main.jsx', './main.js'))
      return serveFolder(out)
    },
  },
  ...['turbopack', 'webpack'].map((name) => ({
    name: `Next with ${name}`,
    build: (page) => [['next', 'build', `next-${page}`, `--${name}`]],
    serve: (folder, page) => serveNext(join(folder, `next-${page}`)),
  })),
]

/**
 * Installs the packed packages outside the repository, builds the README's lines and a page with React alone with several bundlers
 * and their default settings, and visits both pages: `first` are the bytes of JavaScript (brotli) that the kit adds until the visitor
 * does something, `open` those until Connect stands open, `requests` all requests of the page until then, with the page itself.
 *
 * @returns {Promise<{ name: string, first: number, open: number, requests: number }[]>}
 */
export async function measureBundlers() {
  const to = mkdtempSync(join(tmpdir(), 'portico-bundlers-'))
  const { executablePath } = config.use?.launchOptions ?? {}
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const signal = new AbortController().signal
    const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1' }
    const packed = await packPackages({ root, to: join(to, 'packages'), env })
    const folder = join(to, 'pages')
    const from = [join(import.meta.dirname, '../pages/bundlers')]
    await installFixture({ fixture: { name: 'bundlers' }, from, folder, packed, env, signal })
    const rows = []
    for (const { name, build, serve } of bundlers) {
      const visits = {}
      for (const page of pages) {
        for (const args of build(page)) {
          await runIn({ folder, command: 'npx', args, env: { ...env, NODE_ENV: 'production' }, signal })
        }
        const server = await serve(folder, page)
        try {
          visits[page] = await visit(browser, server.url, page === 'kit')
        } finally {
          await server.close()
        }
      }
      const { kit, floor } = visits
      rows.push({
        name,
        first: kit.first - floor.first,
        open: kit.open - floor.first,
        requests: kit.requests,
      })
    }
    return rows
  } finally {
    await browser.close()
    rmSync(to, { recursive: true, force: true })
  }
}

async function visit(browser, url, opens) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const { origin } = new URL(url)
    const scripts = new Map()
    const bodies = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!response.url().startsWith(origin) || !/\.js$/.test(pathname)) return
      bodies.push(response.body().then((body) => scripts.set(pathname, brotliCompressSync(body).length)))
    })
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
    await page.waitForTimeout(quietMs)
    const requested = () => page.evaluate(readRequests)
    const weigh = async (paths) => {
      await Promise.all(bodies)
      return paths.reduce((sum, path) => sum + (scripts.get(path) ?? 0), 0)
    }
    const before = await requested()
    const first = await weigh(before.map(({ path }) => path))
    if (!opens) return { first }
    const at = await page.evaluate(open)
    await page.waitForTimeout(quietMs)
    const font = (path) => path.endsWith('.woff2')
    const until = (await requested()).filter(({ path, start }) => start <= at || font(path))
    const paths = [...new Set(until.map(({ path }) => path))]
    return { first, open: await weigh(paths), requests: 1 + paths.length }
  } finally {
    await context.close()
  }
}

// These two run in the page.

function readRequests() {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(location.origin))
    .map(({ name, startTime }) => ({ path: new URL(name).pathname, start: startTime }))
}

/** Presses the button; resolves with the time at which the dialog is open. */
async function open() {
  const roots = () => [
    document,
    ...[...document.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []),
  ]
  const find = (selector) => roots().flatMap((one) => [...one.querySelectorAll(selector)])
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  find('button')
    .find(({ textContent }) => textContent.includes('Connect Wallet'))
    .click()
  while (find('dialog[open]').length === 0) await frame()
  return performance.now()
}

async function serveNext(folder) {
  const port = await freePort()
  const next = join(folder, '../node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [next, 'start', '--port', `${port}`], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `http://localhost:${port}/`
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('next start ended.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    close: () => {
      child.kill()
      return ended
    },
  }
}
