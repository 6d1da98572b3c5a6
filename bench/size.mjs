// Exact sizes and their budgets: what Portico adds to a React page.
import { fileURLToPath } from 'node:url'
import { measureElements } from './lib/measureElements.mjs'
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
  default: { budget: { first: 13_800, open: 31_000 } },
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
 * What each feature that moves money loads for a visitor who opens it from the account and goes through all its views (brotli): its own
 * file with code, texts and styles, and the parts that it shares with the other features, which every row counts. Not counted are:
 * what Connect, the connected wallet and the account have loaded before; what the feature opens of other features, such as
 * Send to pay; what only few need, such as the list of networks where there are no swaps; and the code of the namespace,
 * which has rows of its own. The lists of files that the bundler writes for each `import()` are counted: 1.1 kB in every row.
 */
const account = [
  '/views/index.ts',
  '/viewResources.ts',
  '/account/AccountView.tsx',
  // The bundler leaves out the index of the data layer.
  '/core/src/data/portfolioQuery.ts',
  '/core/src/data/getQueryClient.ts',
  // The stream that keeps the lists up to date.
  '/core/src/data/followAccounts.ts',
]
const connector = (namespace) => `/${namespace}/src/connector/createConnector.ts`
const table = '/views/money/index.ts'
const money = {
  send: { limit: 16_800, own: '/views/send/index.ts' },
  swap: { limit: 19_400, own: '/views/swap/index.ts' },
  buy: { limit: 10_400, own: '/views/buy/index.ts' },
  // Without the QR code, which Receive loads, too.
  pay: { limit: 6_880, own: '/views/pay/index.ts', loaded: ['/modal/parts/QrCode.tsx'] },
}
/**
 * What a namespace loads for the same (brotli), one after the other, each without what was loaded before it and without the connector.
 * With the first row of Ethereum comes viem's client, with the last one viem's code for contracts. To send and to swap need
 * no more than the rows above them.
 */
const namespaceParts = {
  evm: [
    { to: 'ask a node', limit: 11_850, part: '/evm/src/assets/assets.ts' },
    { to: 'send', limit: 9_020, part: '/evm/src/transfers/transfers.ts' },
    { to: 'swap', limit: 9_300, part: '/evm/src/swaps/swaps.ts' },
    { to: 'list balances without a gateway', limit: 21_900, part: '/evm/src/assets/getBalances.ts' },
  ],
  solana: [
    { to: 'ask a node', limit: 3_750, part: '/solana/src/assets/createAssets.ts' },
    { to: 'send', limit: 6_400, part: '/solana/src/transfers/createTransfers.ts' },
    // Without the reader of Jupiter's offers, 2.7 kB, but with the list of its files.
    { to: 'swap', limit: 1_960, part: '/solana/src/swaps/createSwaps.ts' },
  ],
  bitcoin: [
    { to: 'ask a server', limit: 2_710, part: '/bitcoin/src/assets/createAssets.ts' },
    { to: 'send', limit: 4_930, part: '/bitcoin/src/transfers/createTransfers.ts' },
  ],
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
checkParts('evm', ethereum)
for (const [namespace, limit] of Object.entries(namespaces)) {
  const both = await page(namespace, codeSplitting)
  const added = both.first - ethereum.first
  const verdict = added <= limit ? 'ok' : 'OVER'
  if (verdict === 'OVER') process.exitCode = 1
  console.log(
    `grouped: ${namespace} in addition to Ethereum: +${kilo(added)} kB before the first click, limit ${kilo(limit)} kB: ${verdict}`,
  )
  checkParts(namespace, both)
}

// A page without a framework (brotli).
const elements = await measureElements()
for (const [row, what, limit] of [
  ['script', 'script', 15_000],
  ['drawn', 'until a button is drawn', 26_000],
  ['open', 'until Connect stands open', 42_000],
]) {
  const { brotli, files } = elements[row]
  const verdict = brotli <= limit ? 'ok' : 'OVER'
  if (verdict === 'OVER') process.exitCode = 1
  console.log(`elements: ${what}: ${kilo(brotli)} kB in ${files} files, limit ${kilo(limit)} kB: ${verdict}`)
}
if (elements.files > 40) process.exitCode = 1
console.log(`elements: files of the package: ${elements.files}, limit 40`)

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

function checkMoney(name, measured, { own, loaded = [], limit }) {
  const before = [...account, connector('evm'), ...loaded]
  const { brotli } = measured.weighAfter({ added: [table, own], loaded: before })
  if (brotli > limit) process.exitCode = 1
  console.log(
    `${name}, all its views, opened from the account: +${kilo(brotli)} kB, ${kilo(measured.weighFile(own))} kB of it its own file, limit ${kilo(limit)} kB: ${brotli <= limit ? 'ok' : 'OVER'}`,
  )
}

function checkParts(namespace, measured) {
  const loaded = [...account, connector(namespace)]
  for (const { to, part, limit } of namespaceParts[namespace]) {
    const { brotli } = measured.weighAfter({ added: [part], loaded })
    loaded.push(part)
    if (brotli > limit) process.exitCode = 1
    console.log(
      `${namespace}, to ${to}: +${kilo(brotli)} kB, limit ${kilo(limit)} kB: ${brotli <= limit ? 'ok' : 'OVER'}`,
    )
  }
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1)
}
