// Exact sizes and their budgets: what Portico adds to a React page.
import { fileURLToPath } from 'node:url'
import { measurePage } from './lib/measurePage.mjs'
import { measureWallet } from './lib/measureWallet.mjs'

/**
 * Two builds of the same page. `grouped` has the line that the README recommends for Vite 8 and must meet the targets.
 * `default` uses the bundler's defaults, which split the page into many files that compress less, see
 * docs/decisions/0006. It exceeds the first target and must not grow. Sizes in bytes; 1 kB = 1000 bytes.
 */
const builds = {
  grouped: {
    codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
    budget: { first: 12_000, open: 30_000 },
  },
  default: { budget: { first: 14_500, open: 31_000 } },
}
/**
 * The WalletConnect client (gzip), which a page loads when its visitor chooses it. `alone` is the target. In the kit's
 * page the bundler shares chunks with other lazy parts (SHA-512 with SHA-256); that size must not grow. Without the
 * option no part of it is loaded.
 */
const walletConnect = { alone: 30_000, kit: 33_500, modules: /\/(?:packages|protocol\/src)\/walletconnect\// }
/** Modules of the other namespaces, which a page with only `eip155` must not load. */
const otherNamespaces = /\/packages\/(?:solana|bitcoin)\//
const namespaces = { solana: 1_200, bitcoin: 1_800 }
/**
 * What each feature that moves money loads, all its views together (brotli), for a visitor who opens it from the account: its code,
 * texts and styles, and the parts that it shares with the other features, which are counted in every row. Not counted are what Connect and
 * the account have loaded before, what the feature opens of other features (such as Send, to pay), and the code of the namespaces, which
 * has rows of its own.
 */
const account = [
  '/views/index.ts',
  '/viewResources.ts',
  '/account/AccountView.tsx',
  // The bundler leaves out the index of the data layer.
  '/core/src/data/portfolioQuery.ts',
  '/core/src/data/getQueryClient.ts',
]
const table = '/views/money/index.ts'
const money = {
  send: { limit: 17_900, added: [table, '/views/send/index.ts'] },
  swap: { limit: 21_700, added: [table, '/views/swap/index.ts'] },
  buy: { limit: 10_600, added: [table, '/views/buy/index.ts'] },
  // Without the QR code, which Receive loads, too.
  pay: { limit: 7_100, added: [table, '/views/pay/index.ts'], loaded: ['/modal/parts/QrCode.tsx'] },
}
const client = '/walletconnect/src/connector/createConnectorRegistry.ts'
const names = { first: 'JS before the first click', open: 'JS until Connect stands open' }

const page = (name, codeSplitting) =>
  measurePage({ root: fileURLToPath(new URL(`./pages/${name}`, import.meta.url)), codeSplitting })
const floor = await page('floor')
console.log(`React floor: ${kilo(floor.first)} kB (brotli)`)
for (const [build, { codeSplitting, budget }] of Object.entries(builds)) {
  const kit = await page('kit', codeSplitting)
  if (kit.open === kit.first) throw new Error('The modal was not found among the chunks.')
  for (const row of ['first', 'open']) {
    const added = kit[row] - floor.first
    const verdict = added <= budget[row] ? 'ok' : 'OVER'
    if (verdict === 'OVER') process.exitCode = 1
    console.log(
      `${build}: ${names[row]}: +${kilo(added)} kB in ${kit.files[row]} files, limit ${kilo(budget[row])} kB: ${verdict}`,
    )
  }
  const early = kit.modules.filter((id) => walletConnect.modules.test(id))
  if (early.length > 0) process.exitCode = 1
  console.log(`${build}: WalletConnect's modules on a page without the option: ${early.length}, limit 0`)
  for (const id of early) console.log(`  ${id}`)
  const foreign = kit.all.filter((id) => otherNamespaces.test(id))
  if (foreign.length > 0) process.exitCode = 1
  console.log(
    `${build}: modules of Solana and Bitcoin on a page that uses EVM alone: ${foreign.length}, limit 0`,
  )
  for (const id of foreign) console.log(`  ${id}`)
  checkClient(build, kit, walletConnect.kit)
  if (build === 'grouped') for (const [name, view] of Object.entries(money)) checkMoney(name, kit, view)
  if (process.argv.includes('--files')) for (const [file, size] of kit.list) console.log(`  ${size}\t${file}`)
}

checkClient('alone', await page('walletconnect'), walletConnect.alone)

// What another namespace adds to an eip155 page before the first click: wallet discovery and networks.
const { codeSplitting } = builds.grouped
const ethereum = await page('kit', codeSplitting)
for (const [namespace, limit] of Object.entries(namespaces)) {
  const both = await page(namespace, codeSplitting)
  const added = both.first - ethereum.first
  const verdict = added <= limit ? 'ok' : 'OVER'
  if (verdict === 'OVER') process.exitCode = 1
  console.log(
    `grouped: ${namespace} in addition to Ethereum: +${kilo(added)} kB before the first click, limit ${kilo(limit)} kB: ${verdict}`,
  )
}

// The embedded wallet's site (gzip): the frame's first load, its worker, and the number of third-party packages in it.
const wallet = await measureWallet()
for (const [what, measured, limit] of [
  ['first load', wallet.first, 100_000],
  ['worker of the key', wallet.worker, 56_000],
]) {
  const verdict = measured <= limit ? 'ok' : 'OVER'
  if (verdict === 'OVER') process.exitCode = 1
  console.log(`wallet frame: ${what}: ${kilo(measured)} kB (gzip), limit ${kilo(limit)} kB: ${verdict}`)
}
if (wallet.packages.length > 25) process.exitCode = 1
console.log(`wallet frame: packages of others: ${wallet.packages.length}, limit 25`)

function checkClient(build, measured, limit) {
  const { gzip } = measured.weighAdded(client)
  if (gzip > limit) process.exitCode = 1
  console.log(
    `${build}: WalletConnect client: +${kilo(gzip)} kB (gzip), limit ${kilo(limit)} kB: ${gzip <= limit ? 'ok' : 'OVER'}`,
  )
}

function checkMoney(name, measured, { added, loaded = [], limit }) {
  const { brotli } = measured.weighAfter({ added, loaded: [...account, ...loaded] })
  if (brotli > limit) process.exitCode = 1
  console.log(
    `${name}, opened from the account: +${kilo(brotli)} kB, limit ${kilo(limit)} kB: ${brotli <= limit ? 'ok' : 'OVER'}`,
  )
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1)
}
