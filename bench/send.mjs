import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { callChain } from '../e2e/callChain.ts'
import config from '../e2e/playwright.config.ts'
import { startStack } from '../e2e/stack.ts'
import { createDemo } from '../e2e/test.ts'
import { print } from './lib/printPercentiles.mjs'

// Time from a block to "Confirmed" in Send Progress: Chromium, the demo, the gateway and Local One on this machine. It starts before
// this process asks for the block, and ends when the page has changed its text.
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const target = 300
const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** How long payments wait for their block, in milliseconds. A poll alone is slower the longer they wait. */
const waits = [500, 2000, 8000]

/** Runs in the page; records when the shown payment is confirmed. */
function watch() {
  delete window.confirmedAt
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const root = roots.find((one) => one.querySelector('.waiting[data-status=waiting]'))
  if (!root) throw new Error('No payment waits for its block.')
  const observer = new MutationObserver(() => {
    if (!root.querySelector('.waiting[data-status=done]')) return
    window.confirmedAt = performance.timeOrigin + performance.now()
    observer.disconnect()
  })
  observer.observe(root, { subtree: true, childList: true, attributes: true })
}

const times = new Map(waits.map((wait) => [wait, []]))
const stack = await startStack()
const browser = await chromium.launch(config.use.launchOptions)
try {
  const context = await browser.newContext({ viewport: config.use.viewport })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const demo = createDemo(page, stack)
  await demo.open({ options: { signIn: 'off' } })
  await demo.connect()
  await callChain(stack, 'evm_setIntervalMining', [600])
  // The first round loads the code of the views.
  for (let round = 0; round <= rounds; round++)
    for (const wait of waits) {
      await page.getByTestId('account-button').first().click()
      await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
      const form = demo.view('Send')
      await form.getByRole('button', { name: 'Select token' }).last().click()
      await demo
        .view('Select Token')
        .getByRole('button', { name: /^Ether/ })
        .click()
      await form.getByRole('textbox', { name: 'Amount' }).fill('0.01')
      await form.getByRole('textbox', { name: 'To' }).fill(recipient)
      await form.getByRole('button', { name: 'Preview send' }).click()
      await demo.view('Preview Send').getByRole('button', { name: 'Send', exact: true }).click()
      const progress = demo.view('Send Progress')
      await progress.getByRole('heading', { name: 'Sent' }).waitFor()
      await sleep(wait)
      await page.evaluate(watch)
      const start = performance.timeOrigin + performance.now()
      await callChain(stack, 'evm_mine', [])
      await page.waitForFunction(() => window.confirmedAt !== undefined)
      const confirmedAt = await page.evaluate(() => window.confirmedAt)
      if (round > 0) times.get(wait).push(confirmedAt - start)
      await progress.getByRole('button', { name: 'Done' }).click()
      await demo.view('Account').getByRole('button', { name: 'Close' }).click()
    }
} finally {
  await browser.close()
  await stack.close()
}

console.log(`${rounds} payments each in Chromium`)
for (const [wait, values] of times)
  print(`block → Confirmed, ${wait / 1000} s after it was sent`, values, target)
print('block → Confirmed, all', [...times.values()].flat(), target)
