/**
 * Returns the environment for every part of `npm start`: all ports, and the local chains unless RPC URLs are set.
 *
 * @param {object} parameters
 * @param {readonly { ports: Readonly<Record<string, number>> }[]} parameters.parts all parts, including those that are
 * not started
 * @param {NodeJS.ProcessEnv} parameters.env the user's variables take precedence; an empty value counts as unset
 * @param {NodeJS.ProcessEnv} [parameters.defaults] variables to add unless the user has set them
 * @param {string} parameters.dataDir
 * @returns {NodeJS.ProcessEnv}
 */
export function partEnv({ parts, env, defaults = {}, dataDir }) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const ports = Object.assign({}, ...parts.map((part) => part.ports))
  const all = { ...defaults, ...ports, ...set }
  const chain = (port) => [`http://${reachableHost(set.HOST)}:${port}`]
  const local = {
    RPC_URLS: JSON.stringify({
      'eip155:31337': chain(all.EVM_PORT),
      'eip155:31338': chain(all.EVM2_PORT),
      [solana]: chain(all.SOLANA_PORT),
      [solanaTwo]: chain(all.SOLANA2_PORT),
      [bitcoin]: chain(all.BITCOIN_PORT),
      [signet]: chain(all.BITCOIN2_PORT),
    }),
    SWAP_MAKERS: JSON.stringify({ [solana]: `${chain(all.SOLANA_PORT)[0]}/maker` }),
    ESPLORA_URLS: JSON.stringify({
      [bitcoin]: chain(all.ESPLORA_PORT),
      [signet]: chain(all.ESPLORA2_PORT),
    }),
  }
  return {
    ...(set.RPC_URLS || set.ESPLORA_URLS ? {} : local),
    ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)])),
    PORTICO_DATA_DIR: dataDir,
  }
}

const solana = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
const solanaTwo = 'solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5'
const bitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const signet = 'bip122:00000008819873e925422c1ff0f99f7c'

/** Returns the address at which a server bound to `host` is reachable from this machine. */
function reachableHost(host) {
  return !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
