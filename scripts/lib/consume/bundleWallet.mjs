import { rolldown } from 'rolldown'

const entry = '\0wallet'
const sources = {
  solana: `import { createSolanaWallet } from '@portico/testkit'
createSolanaWallet({ chains: ['solana:mainnet', 'solana:devnet'], allowMainnet: true }).announce()`,
  bitcoin: `import { createBitcoinWallet } from '@portico/testkit'
createBitcoinWallet({ chains: ['bitcoin:mainnet', 'bitcoin:testnet'], allowMainnet: true }).announce()`,
}

/**
 * Returns a script that registers a test wallet in a page, as an extension does (Wallet Standard). It forgets its permissions with
 * the page.
 *
 * @param {'solana' | 'bitcoin'} namespace
 * @returns {Promise<string>}
 */
export async function bundleWallet(namespace) {
  const bundle = await rolldown({
    input: { wallet: entry },
    cwd: import.meta.dirname,
    platform: 'browser',
    checks: { bundlerTimings: false },
    plugins: [
      {
        name: 'wallet',
        resolveId: (id, importer) =>
          id === entry ? id : importer === entry ? new URL(import.meta.resolve(id)).pathname : undefined,
        load: (id) => (id === entry ? sources[namespace] : undefined),
      },
    ],
  })
  try {
    const { output } = await bundle.generate({ format: 'iife' })
    return output[0].code
  } finally {
    await bundle.close()
  }
}
