import { setTimeout as wait } from 'node:timers/promises'
import { watchPage } from './watchPage.mjs'

/** After this nothing goes on in an open page: it has loaded and computed all it wanted to. */
const quietMs = 700
const slowLink = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

/**
 * Visits a page four times, each time with an empty cache, and returns its times in milliseconds, its bytes of JavaScript
 * (brotli), and its requests, the document not counted: those until the wallet's row is there, and those of later.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {{ url: string, sizes: Map<string, number> }} server
 */
export async function measureVisits(browser, { url, sizes }) {
  const figures = {}
  await visit(browser, { url }, async ({ page, load }) => {
    await load()
    const weigh = (paths) =>
      paths.reduce((sum, path) => sum + (path.endsWith('.js') ? (sizes.get(path) ?? 0) : 0), 0)
    figures.firstBytes = weigh(await page.evaluate('bench.requested()'))
    const before = (await page.evaluate('bench.read()')).shift
    const { row, at } = await page.evaluate('bench.open()')
    await wait(quietMs)
    const asked = await page.evaluate(`bench.requested(${at})`)
    const later = await page.evaluate('bench.requested()')
    Object.assign(figures, { row, openBytes: weigh(asked), requests: asked.length })
    Object.assign(figures, { laterBytes: weigh(later), laterRequests: later.length })
    figures.shift = (await page.evaluate('bench.read()')).shift - before
    await page.keyboard.press('Escape')
    await page.evaluate('bench.closed()')
    figures.second = (await page.evaluate('bench.open()')).row
    await wait(quietMs)
    figures.press = (await page.evaluate('bench.press()')).known
  })
  await visit(browser, { url }, async ({ page, load }) => {
    await load()
    await page.getByRole('button', { name: 'Connect Wallet' }).first().hover()
    await wait(100)
    figures.hovered = (await page.evaluate('bench.open()')).row
  })
  await visit(browser, { url, cpu: 4 }, async ({ page, load }) => {
    await load()
    figures.rest = (await page.evaluate('bench.open()')).rest
    await wait(quietMs)
    figures.blocked = (await page.evaluate('bench.read()')).blocked
    const { known, gone } = await page.evaluate('bench.press()')
    Object.assign(figures, { slowPress: known, gone })
  })
  await visit(browser, { url, cpu: 4, network: slowLink }, async ({ page }) => {
    await page.goto(url, { waitUntil: 'commit' })
    figures.slowLink = await page.evaluate('bench.openFirst()')
  })
  return figures
}

/** Runs with a page in a new context: nothing is cached or stored. */
async function visit(browser, { url, cpu, network }, run) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPage)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (network) await session.send('Network.emulateNetworkConditions', network)
    if (cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    const load = async () => {
      await page.goto(url)
      await page.evaluate('bench.shown()')
      await wait(quietMs)
    }
    await run({ page, load })
  } finally {
    await context.close()
  }
}
