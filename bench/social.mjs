import { chromium } from '@playwright/test'
import { choosePerson } from '../e2e/choosePerson.ts'
import config from '../e2e/playwright.config.ts'
import { startStack } from '../e2e/stack.ts'
import { createVisitor } from '../e2e/testWithWallet.ts'
import { print } from './lib/printPercentiles.mjs'

// Waiting times of a visitor who logs in at a provider: Chromium, the demo, all servers and the imitated providers on this machine.
// The pages measure the times themselves, so that the browser automation is not included.
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const targets = { provider: 1200, address: 2500 }
/** Google issues an ID token; GitHub is visited twice. */
const providers = { Google: /^Ada/, GitHub: /^Ben/ }

/** Runs in every page; records the last press, and when the page first shows an address. */
function watch() {
  const marks = { shown: {} }
  Object.assign(window, { marks })
  const at = (time) => performance.timeOrigin + time
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      marks.press = at(timeStamp)
      // The window is closed before it can be asked.
      console.log(`press ${marks.press}`)
    },
    true,
  )
  new MutationObserver(() => {
    if (!('address' in marks.shown) && /0x[0-9a-fA-F]{40}/.test(document.body?.textContent ?? ''))
      marks.shown.address = at(performance.now())
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const stack = await startStack()
const browser = await chromium.launch(config.use.launchOptions)
const times = {}
try {
  await stack.start('vault')
  await stack.start('wallet')
  for (const [name, person] of Object.entries(providers)) {
    // The vault opens a wallet in a few new browsers a day: the visitor logs in again and again in one.
    const context = await browser.newContext({ viewport: config.use.viewport })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const visitor = createVisitor({ page, stack })
    const toProvider = []
    const toAddress = []
    times[name] = { toProvider, toAddress }
    // The first login makes the wallet, and warms up the servers.
    for (let round = 0; round <= rounds; round++) {
      await visitor.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const opened = page.waitForEvent('popup')
      await visitor.demo.dialog.getByRole('button', { name: `Continue with ${name}` }).click()
      const window = await opened
      let pressed = 0
      window.on('console', (message) => {
        const [, time] = /^press (\S+)$/.exec(message.text()) ?? []
        if (time) pressed = Number(time)
      })
      await window.waitForURL(`${stack.identityUrl}/**`)
      const arrived = await window.evaluate(() => {
        const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation')
        return performance.timeOrigin + domContentLoadedEventEnd
      })
      const { press } = await page.evaluate(() => window.marks)
      await choosePerson(window, { name: person, provider: name.toLowerCase() })
      await visitor.address()
      const { shown } = await page.evaluate(() => window.marks)
      if (round > 0) {
        toProvider.push(arrived - press)
        toAddress.push(shown.address - pressed)
      }
      await page.getByTestId('account-button').first().click()
      await visitor.demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
      await visitor.demo.output('Status').filter({ hasText: 'disconnected' }).waitFor()
    }
    await context.close()
  }
} finally {
  await browser.close()
  await stack.close()
}

console.log(`${rounds} logins in Chromium`)
for (const [name, { toProvider, toAddress }] of Object.entries(times)) {
  print(`press on ${name} → its page`, toProvider, targets.provider)
  print(`press on a person at ${name} → address shown`, toAddress, targets.address)
}
