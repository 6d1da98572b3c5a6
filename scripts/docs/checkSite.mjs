import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { findDeadLinks } from './findDeadLinks.mjs'

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

/**
 * Returns what is wrong with the built site: dead links, requests to other hosts, errors of the page's scripts, and what axe finds.
 *
 * A browser visits the pages that `visit` names, one in light and the next in dark. No server runs: the browser's requests are
 * answered from the folder.
 *
 * @param {{ folder: string, visit: (page: string) => boolean, executablePath?: string }} parameters
 * @returns {Promise<string[]>}
 *
 * @example
 * await checkSite({ folder: 'docs/site/dist', visit: () => true }) // []
 */
export async function checkSite({ folder, visit, executablePath }) {
  const pages = globSync('**/*.html', { cwd: folder }).toSorted()
  const problems = findDeadLinks({ folder, pages })
  const browser = await chromium.launch({ executablePath })
  try {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 900 },
      reducedMotion: 'reduce',
    })
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

    for (const [index, file] of pages.filter(visit).entries()) {
      path = file
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
      await page.goto(`${origin}/${file.replace(/\.html$/, '')}`)
      await page.evaluate(axe)
      const { violations } = await page.evaluate(
        (values) => globalThis.axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] }),
        rules,
      )
      for (const { id, help, nodes } of violations) report(`${id}: ${help}: ${nodes[0].html}`)
    }
  } finally {
    await browser.close()
  }
  return problems
}

/** Finds the file as a server with clean URLs does. */
function findFile(path) {
  return [path, `${path}.html`, join(path, 'index.html')].find(
    (file) => existsSync(file) && extname(file) !== '' && !file.endsWith('/'),
  )
}
