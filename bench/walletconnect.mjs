// What a page loads when its visitor chooses WalletConnect: our client and `@walletconnect/sign-client` 2.21.8, each
// alone on a page that loads it on a click, built with Vite for production. Exact sizes.
import { fileURLToPath } from 'node:url'
import { measurePage } from './lib/measurePage.mjs'

const page = (name) => measurePage({ root: fileURLToPath(new URL(`./pages/${name}`, import.meta.url)) })
const portico = await page('walletconnect')
const signClient = await page('sign-client')
const rows = [
  ['Portico', portico.weighAdded('/connector/createConnectorRegistry.ts')],
  [
    'Portico, with one-click sign-in',
    portico.weighAdded('/connector/createConnectorRegistry.ts', '/auth/oneClick.ts'),
  ],
  [
    'the same in a browser without X25519',
    portico.weighAdded(
      '/connector/createConnectorRegistry.ts',
      '/auth/oneClick.ts',
      '/walletconnect/nobleCurves.ts',
    ),
  ],
  ['sign-client 2.21.8', signClient.weighAdded('/sign-client/dist/index.es.js')],
]
console.log(`${'client'.padEnd(36)}  files  minified     gzip   brotli kB`)
for (const [name, { files, ...sizes }] of rows) {
  const columns = [sizes.minified, sizes.gzip, sizes.brotli].map((bytes) =>
    (bytes / 1000).toFixed(1).padStart(7),
  )
  console.log(`${name.padEnd(36)}  ${String(files).padStart(5)}   ${columns.join('  ')}`)
}
const [ours, theirs] = [rows[0][1].gzip, rows.at(-1)[1].gzip]
console.log(`Portico: ${(ours / theirs).toFixed(2)}× of sign-client (gzip)`)
