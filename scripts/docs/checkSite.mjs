import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { choosePages, findUnknownElements } from './choosePages.mjs'
import { findDeadLinks } from './findDeadLinks.mjs'
import { listLiveExamples, runExamples } from './runExamples.mjs'

const origin = 'https://handbook.test'
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The page whose running example has the most kinds of elements. */
const axedExamples = 'start/vite-react.html'
/** What is searched for, and the page that must be the first result. */
const searches = {
  gateway: '/errors/gateway',
  5760: '/errors/rpc-codes#5700-5710-5720-5730-5740-5750-5760',
  FrameTimeoutError: '/errors/frame-timeout',
}
const wide = { width: 1200, height: 900 }
const narrow = { width: 390, height: 844 }

/**
 * Returns what is wrong with the built site: dead links, elements that HTML does not have, requests to other hosts, errors of the pages'
 * scripts, what axe finds in light and dark, pages that scroll sideways on a phone, and live examples that fail.
 *
 * The live examples of all pages are run, and the search is asked for some errors. Links and elements are checked on all pages. A browser visits those that together have every kind of element, or with `all` every page, also
 * with axe on a phone; what is the same on all pages is then left to the first ones. No server runs: the browser's requests are answered from the folder.
 *
 * @param {{ folder: string, all?: boolean, executablePath?: string, onVisit?: (visit: { page: string, found: string[] }) => void }} parameters
 * @returns {Promise<string[]>}
 *
 * @example
 * await checkSite({ folder: 'docs/site/dist' }) // []
 */
export async function checkSite({ folder, all = false, executablePath, onVisit = () => {} }) {
  const pages = globSync('**/*.html', { cwd: folder }).toSorted()
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
  const problems = [
    ...findDeadLinks({ folder, texts }),
    ...pages.flatMap((page) =>
      findUnknownElements(texts.get(page)).map((name) => `${page}: shows no <${name}>`),
    ),
  ]
  const chosen = choosePages({ texts, always: ['404.html', 'index.html', 'theming.html'] })
  const visited = all ? [...new Set([...chosen, ...pages])] : chosen
  const browser = await chromium.launch({ executablePath })
  try {
    const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' })
    const page = await context.newPage()
    let path
    const report = (text) => problems.push(`${path}: ${text}`)
    await context.route('**', async (route) => {
      const url = new URL(route.request().url())
      if (url.origin !== origin) {
        report(`asks ${url.origin}`)
        return route.abort()
      }
      const file = findFile(join(folder, decodeURIComponent(url.pathname)))
      if (!file) {
        report(`asks for ${url.pathname}, which does not exist`)
        return route.fulfill({ status: 404 })
      }
      await route.fulfill({ path: file, contentType: types[extname(file)] ?? 'text/plain' })
    })
    page.on('pageerror', (error) => report(error.message))
    page.on('console', (message) => message.type() === 'error' && report(message.text()))
    const runAxe = async (state) => {
      const { violations } = await page.evaluate(
        ({ part, values }) =>
          globalThis.axe.run(part, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }),
        // The navigation has a link to every page, which takes longer to check than the page.
        { part: chosen.includes(path) ? 'html' : 'main', values: rules },
      )
      for (const { id, help, nodes } of violations) report(`${state}: ${id}: ${help}: ${nodes[0].html}`)
    }

    page.setDefaultTimeout(10_000)
    const withExamples = pages.filter((one) => listLiveExamples(texts.get(one)).length > 0)
    await page.goto(`${origin}/recipes/`)
    for (const file of withExamples) {
      path = file
      // Without loading the page again: its code is the same, and the wallet stays connected.
      await page
        .locator(`a[href="/${file.replace(/\.html$/, '')}"]`)
        .first()
        .evaluate((link) => link.click())
      const names = listLiveExamples(texts.get(file))
      await runExamples({ page, names, report }).catch((error) =>
        report(`an example fails: ${error.message}`),
      )
      if (file !== axedExamples && !all) continue
      await page.evaluate(axe)
      await runAxe('with running examples')
    }
    // On a phone, where the button is an icon.
    await page.setViewportSize(narrow)
    for (const [query, wanted] of Object.entries(searches)) {
      path = `search for ${query}`
      const found = await findFirst({ page, query })
      if (found !== wanted) report(`finds ${found} before ${wanted}`)
    }
    await page.setViewportSize(wide)

    for (const file of visited) {
      path = file
      const before = problems.length
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${origin}/${file.replace(/\.html$/, '')}`)
      await page.evaluate(axe)
      await runAxe('light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.waitForFunction(() => document.documentElement.classList.contains('rp-dark'))
      await runAxe('dark')
      await page.setViewportSize(narrow)
      const { content, window } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        window: document.documentElement.clientWidth,
      }))
      if (content > window) report(`scrolls sideways: ${content} px in a window of ${window} px`)
      if (all) await runAxe('phone')
      await page.setViewportSize(wide)
      onVisit({ page: file, found: problems.slice(before) })
    }
  } finally {
    await browser.close()
  }
  return problems
}

/** Opens the search on the shown page, and returns where its first result leads. */
async function findFirst({ page, query }) {
  const input = page.locator('.rp-search-panel__input')
  if (!(await input.isVisible())) await page.getByRole('button', { name: 'Search' }).press('Enter')
  await input.fill(query)
  // The search marks in each result what it was asked for.
  const first = page.locator('.rp-search-panel__results a').first()
  await first.filter({ hasText: query }).waitFor()
  return first.getAttribute('href')
}

/** Finds the file as a server with clean URLs does. */
function findFile(path) {
  return [path, `${path}.html`, join(path, 'index.html')].find(
    (file) => existsSync(file) && extname(file) !== '' && !file.endsWith('/'),
  )
}
