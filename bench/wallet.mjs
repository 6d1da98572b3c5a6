import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import config from '../e2e/playwright.config.ts'
import { startStack } from '../e2e/stack.ts'
import { createVisitor } from '../e2e/testWithWallet.ts'
import { createMailReader } from './lib/createMailReader.mjs'
import { print } from './lib/printPercentiles.mjs'

// Waiting times of a visitor with the embedded wallet: Chromium, the demo, all servers on this machine. The pages
// measure the times themselves, so that the browser automation is not included.
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const targets = { address: 2500, signature: 400, quote: 150, broadcast: 400 }
const [chain] = devnetManifest.chains

/** Runs in every page and frame; records when the visitor acts and when the page shows the result. */
function watch() {
  const marks = { shown: {} }
  Object.assign(window, { marks })
  const at = (time) => performance.timeOrigin + time
  // Not 'click', which is not fired if the button is removed before the press ends.
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      marks.press = at(timeStamp)
    },
    true,
  )
  const looks = { address: /0x[0-9a-fA-F]{40}/, signature: /Signed: 0x[0-9a-f]{130}/ }
  new MutationObserver(() => {
    for (const [name, pattern] of Object.entries(looks))
      if (!(name in marks.shown) && pattern.test(document.body?.textContent ?? ''))
        marks.shown[name] = at(performance.now())
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Runs in the frame; records when the gateway's confirmation of the code has arrived. */
function accepted() {
  const calls = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/introductions\/[\w-]+\/code$/.test(new URL(name).pathname))
  return performance.timeOrigin + calls.at(-1).responseEnd
}

/**
 * Runs in the frame; returns how long the bundler took to say who pays and how much gas it takes (its answers before the press), and
 * when it had broadcast what was approved: its second answer after the press.
 */
function bundler() {
  const calls = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/v1/bundler'))
    .map(({ startTime, responseEnd }) => ({
      start: performance.timeOrigin + startTime,
      end: performance.timeOrigin + responseEnd,
    }))
  const before = calls.filter(({ start }) => start < marks.press)
  const after = calls.filter(({ start }) => start > marks.press)
  return { quote: before.at(-1).end - before[0].start, broadcast: after[1].end - marks.press }
}

/** Gives an account tokens that the project pays for moving. */
async function give(address) {
  const params = [
    {
      from: devnetManifest.accounts[0].address,
      to: chain.tokens[0].address,
      // transfer(address,uint256)
      data: `0xa9059cbb${[address.slice(2), (5_000_000).toString(16)].map((word) => word.padStart(64, '0')).join('')}`,
    },
  ]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params })
  await fetch(stack.rpcUrls[31337], { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

const times = { 'new visitor': [], 'known visitor, new browser': [], signature: [], quote: [], broadcast: [] }
let load
const stack = await startStack()
const browser = await chromium.launch(config.use.launchOptions)
try {
  await stack.start('vault')
  await stack.start('wallet')
  const mailbox = createMailReader(stack.mailUrl)

  const open = async () => {
    const context = await browser.newContext({ viewport: config.use.viewport })
    context.setDefaultTimeout(60_000)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const visitor = createVisitor({ page, stack, mailbox })
    await visitor.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    return { context, page, visitor, marks: () => page.evaluate(() => window.marks) }
  }
  const walletFrame = (page) => page.frames().find((frame) => frame.url().startsWith(stack.walletUrl))
  const logIn = async ({ page, visitor, marks }, email, beforeCode) => {
    await visitor.askFor(email)
    await visitor.approveDevice(email)
    await beforeCode?.()
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
    return (await marks()).shown.address - (await walletFrame(page).evaluate(accepted))
  }

  // The first visitor warms up the servers; its requests are those of a browser with an empty cache.
  for (let round = 0; round <= rounds; round++) {
    const email = `visitor-${round}@example.org`
    const first = await open()
    const files = round === 0 ? collect(first.page) : undefined
    const created = await logIn(first, email, async () => {
      load ??= await files()
    })
    await first.page.getByRole('button', { name: 'Sign message' }).click()
    await first.visitor.frame.getByRole('button', { name: 'Approve' }).click()
    await first.page.waitForFunction(() => 'signature' in window.marks.shown)
    const { press } = await walletFrame(first.page).evaluate(() => window.marks)
    const signed = (await first.marks()).shown.signature - press
    // The first transaction, which the project pays for and which upgrades the account.
    await give(await first.visitor.address())
    await first.page.getByRole('button', { name: 'Send token calls' }).click()
    await first.visitor.frame.getByRole('button', { name: 'Approve' }).click()
    await first.page.waitForFunction(() => document.body.textContent.includes('status 200'))
    const operation = await walletFrame(first.page).evaluate(bundler)
    await first.context.close()

    const second = await open()
    const recovered = await logIn(second, email)
    await second.context.close()
    if (round === 0) continue
    times['new visitor'].push(created)
    times['known visitor, new browser'].push(recovered)
    times.signature.push(signed)
    times.quote.push(operation.quote)
    times.broadcast.push(operation.broadcast)
  }
} finally {
  await browser.close()
  await stack.close()
}

console.log(`${rounds} visitors in Chromium, each in a profile of its own`)
for (const name of ['new visitor', 'known visitor, new browser'])
  print(`code accepted → address shown, ${name}`, times[name], targets.address)
print('press on Approve → signature in the page', times.signature, targets.signature)
print('quote of a sponsored operation', times.quote, targets.quote)
print('press on Approve → sponsored operation broadcast', times.broadcast, targets.broadcast)
const sum = (weigh) => load.reduce((total, { body }) => total + weigh(body).length, 0)
console.log(
  `frame, until it asks for the code: ${load.length} requests, ${kilo(sum((body) => body))} kB; ${kilo(sum((body) => gzipSync(body)))} kB as gzip, ` +
    `${kilo(sum((body) => brotliCompressSync(body)))} kB as brotli; over the wire ${kilo(load.reduce((total, { sent }) => total + sent, 0))} kB`,
)
for (const { path, body, sent } of load)
  console.log(`  ${path} ${kilo(body.length)} kB, sent as ${kilo(sent)} kB`)

/** Records everything the wallet's site sends to this page until the returned function is called. */
function collect(page) {
  const files = []
  const listen = (request) => {
    if (request.url().startsWith(stack.walletUrl)) files.push(read(request))
  }
  page.on('requestfinished', listen)
  return () => {
    page.off('requestfinished', listen)
    return Promise.all(files)
  }
}

async function read(request) {
  const response = await request.response()
  const [body, { responseBodySize: sent }] = await Promise.all([response.body(), request.sizes()])
  return { path: new URL(request.url()).pathname, body, sent }
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1)
}
