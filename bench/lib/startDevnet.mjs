import { join } from 'node:path'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { startProgram } from './startProgram.mjs'

/**
 * Starts the local chains on free ports.
 *
 * @param {object} parameters
 * @param {string} parameters.folder data folder
 * @returns {Promise<{ node: string, stop: () => Promise<void> }>} `node` is the URL of Local One
 */
export async function startDevnet({ folder }) {
  const [one, two] = [await freePort(), await freePort()]
  const { stop } = await startProgram({
    entry: 'apps/devnet/src/main.ts',
    env: {
      PORTICO_DATA_DIR: join(folder, 'devnet'),
      EVM_PORT: String(one),
      EVM2_PORT: String(two),
      MAIL_PORT: '0',
      SMTP_PORT: '0',
      IDENTITY_PORT: '0',
      ONRAMP_PORT: '0',
      SOLANA_PORT: '0',
      BITCOIN_PORT: '0',
      ESPLORA_PORT: '0',
      SOLANA2_PORT: '0',
      BITCOIN2_PORT: '0',
      ESPLORA2_PORT: '0',
      BITCOIND: 'none',
    },
    ready: /devnet ready/,
  })
  return { node: `http://127.0.0.1:${one}`, stop: () => stop() }
}
