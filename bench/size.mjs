// Exact sizes and their budgets: what Portico adds to a React page.
import { fileURLToPath } from 'node:url'
import { measureElements } from './lib/measureElements.mjs'
import { measurePage } from './lib/measurePage.mjs'
import { measureWallet } from './lib/measureWallet.mjs'

/** What Portico adds to a page: before the first click, and until Connect stands open. Sizes in bytes; 1 kB = 1000 bytes. */
const budget = { first: 12_000, open: 30_000, wagmi: { first: 46_000, open: 60_000 } }
/** Requests until Connect is open: the page itself, its scripts, and the font. */
const requests = 5
/**
 * The WalletConnect client (gzip), which a page loads when its visitor chooses it. In the kit's page, and on a page of its own.
 * Without the option no part of it is loaded.
 */
const walletConnect = { limit: 30_000, modules: /\/walletconnect\/dist\// }
/** Modules of the other namespaces, which a page with only `eip155` must not load. */
const otherNamespaces = /\/packages\/(?:solana|bitcoin)\/dist\//
const namespaces = { solana: 1_200, bitcoin: 1_800 }
/**
 * What each feature that moves money loads (brotli): for a visitor who opens its first view from the account, and for one who goes
 * through all its views. Both with code, texts and styles, and with the parts that it shares with the other features, which every row
 * counts. The later views are loaded as soon as the first one is there. Not counted are: what Connect, the connected wallet and the
 * account have loaded before; what the feature opens of other features, such as Send to pay; what only few need, such as the list
 * of networks where there are no swaps; and the code of the namespace, which has rows of its own. `own`: the files that no other
 * feature uses, over all views.
 */
const file = (name) => `/${name.replace('/', '/dist/chunks/')}.js`
const account = [file('react/account'), file('core/account')]
/** The view that shows the QR code, which is there before the WalletConnect client. */
const qrView = file('react/wallets')
const money = {
  send: { first: 8_000, all: 16_500, own: 9_600 },
  swap: { first: 10_000, all: 19_150, own: 12_200 },
  buy: { first: 6_000, all: 11_000, own: 7_200 },
  pay: { first: 6_300, own: 2_450 },
}
/**
 * What a namespace loads for the same (brotli), one after the other, each without what was loaded before it and without the connector.
 * With the first row of Ethereum comes viem's client, with the last one viem's code for contracts. To send and to swap need
 * no more than the rows above them.
 */
const namespaceParts = {
  evm: [
    { to: 'ask a node', limit: 11_950, part: 'evm/node' },
    { to: 'send', limit: 9_020, part: 'evm/send' },
    { to: 'swap', limit: 9_000, part: 'evm/swap' },
    { to: 'list balances without a gateway', limit: 21_100, part: 'evm/balances' },
  ],
  solana: [
    { to: 'ask a node', limit: 3_200, part: 'solana/node' },
    { to: 'send', limit: 5_800, part: 'solana/send' },
    // Without the reader of Jupiter's offers.
    { to: 'swap', limit: 1_960, part: 'solana/swap' },
  ],
  bitcoin: [
    { to: 'ask a server', limit: 3_100, part: 'bitcoin/node' },
    { to: 'send', limit: 4_400, part: 'bitcoin/send' },
  ],
}
/** What is reached with other bundlers, and about 2 % above it. The goals are those of Vite; `bench/README.md` says what they lack. */
const bundlers = {
  Vite: { first: 12_300, open: 30_000, requests },
  esbuild: { first: 13_100, open: 30_000, requests: 10 },
  'Next with turbopack': { first: 12_900, open: 30_000, requests: 13 },
  'Next with webpack': { first: 13_800, open: 30_000, requests: 10 },
}
const client = file('walletconnect/client')
const names = { first: 'JS before the first click', open: 'JS until Connect stands open' }

const page = (name) => measurePage(fileURLToPath(new URL(`./pages/${name}`, import.meta.url)))
const floor = await page('floor')
console.log(`React floor: ${kilo(floor.first)} kB (brotli)`)
const kit = await page('kit')
if (kit.open === kit.first) throw new Error('The modal was not found among the chunks.')
for (const row of ['first', 'open']) {
  check(`${names[row]}, in ${kit.files[row]} files`, kit[row] - floor.first, budget[row])
}
checkCount('requests until Connect stands open', 1 + kit.files.open + 1, requests)
checkCount(
  "WalletConnect's modules on a page without the option",
  kit.modules.filter((id) => walletConnect.modules.test(id)).length,
  0,
)
checkCount(
  'modules of Solana and Bitcoin on a page that uses EVM alone',
  kit.all.filter((id) => otherNamespaces.test(id)).length,
  0,
)
for (const [where, measured] of [
  ['in the page', kit],
  ['alone', await page('walletconnect')],
]) {
  check(
    `WalletConnect client ${where} (gzip)`,
    measured.weighAfter({ added: [client], loaded: measured === kit ? [qrView] : [] }).gzip,
    walletConnect.limit,
  )
}
for (const [name, { first, all, own }] of Object.entries(money)) {
  const loaded = [...account, file('evm/connect')]
  const files = [file(`react/${name}`), ...(all ? [file(`react/${name}Steps`)] : [])]
  const weigh = (added) => kit.weighAfter({ added: [file('react/money'), ...added], loaded }).brotli
  check(`${name}, opened from the account`, weigh(files.slice(0, 1)), first)
  if (all) check(`${name}, all its views`, weigh(files), all)
  check(
    `${name}, its own files over all views`,
    files.reduce((sum, one) => sum + kit.weighFile(one), 0),
    own,
  )
}
// With wagmi, which costs 22 to 31 kB itself.
const bridged = await page('wagmi')
for (const row of ['first', 'open']) {
  check(`with wagmi: ${names[row]}`, bridged[row] - floor.first, budget.wagmi[row])
}
if (process.argv.includes('--files')) for (const [name, size] of kit.list) console.log(`  ${size}\t${name}`)

// What another namespace adds to an eip155 page before the first click: wallet discovery and networks.
checkParts('evm', kit)
for (const [namespace, limit] of Object.entries(namespaces)) {
  const both = await page(namespace)
  check(`${namespace} in addition to Ethereum, before the first click`, both.first - kit.first, limit)
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
  check(`elements: ${what}, in ${files} files`, brotli, limit)
}
checkCount('elements: files of the package, without texts', elements.files, 40)

// The embedded wallet's site (gzip): the frame's first load, its worker, and the number of third-party packages in it.
const wallet = await measureWallet()
check('wallet frame: first load (gzip)', wallet.first, 100_000)
check('wallet frame: worker of the key (gzip)', wallet.worker, 56_000)
checkCount('wallet frame: packages of others', wallet.packages.length, 25)

// The README's lines as other bundlers build them, with their defaults, visited in a browser. Installs from npm's registry or cache.
if (process.argv.includes('--next')) {
  const { measureBundlers } = await import('./lib/measureBundlers.mjs')
  for (const { name, first, open, requests: count } of await measureBundlers()) {
    const limits = bundlers[name]
    check(`${name}: ${names.first}`, first, limits.first)
    check(`${name}: ${names.open}`, open, limits.open)
    checkCount(`${name}: requests until Connect stands open`, count, limits.requests)
  }
}

function checkParts(namespace, measured) {
  const loaded = [...account, file(`${namespace}/connect`)]
  for (const { to, part, limit } of namespaceParts[namespace]) {
    const { brotli } = measured.weighAfter({ added: [file(part)], loaded })
    loaded.push(file(part))
    check(`${namespace}, to ${to}`, brotli, limit)
  }
}

function check(what, measured, limit) {
  report(`${what}: +${kilo(measured)} kB, limit ${kilo(limit)} kB`, measured <= limit)
}

function checkCount(what, measured, limit) {
  report(`${what}: ${measured}, limit ${limit}`, measured <= limit)
}

function report(line, isOk) {
  if (!isOk) process.exitCode = 1
  console.log(`${line}: ${isOk ? 'ok' : 'OVER'}`)
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1)
}
