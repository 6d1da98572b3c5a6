/**
 * The parts that `npm start` runs. A new server is one row.
 *
 * - `entry` is its program, which prints a line that contains `<name> ready` once it accepts requests.
 * - `ports` are the environment variables of its ports, with their defaults.
 * - `addresses` are its rows in the printed table: the title, the variable of the port, and the host name if not the
 * default.
 * - `wave` orders the start: the parts of a wave start together, once the wave before is ready.
 */
export const parts = /** @type {const} */ ([
  {
    name: 'devnet',
    entry: 'apps/devnet/src/main.ts',
    ports: {
      EVM_PORT: 8545,
      EVM2_PORT: 8546,
      SOLANA_PORT: 8899,
      BITCOIN_PORT: 18443,
      ESPLORA_PORT: 4406,
      SOLANA2_PORT: 8901,
      BITCOIN2_PORT: 38332,
      ESPLORA2_PORT: 4408,
      MAIL_PORT: 4404,
      SMTP_PORT: 4405,
      IDENTITY_PORT: 4409,
      ONRAMP_PORT: 4410,
    },
    addresses: [
      { title: 'Local One (chain 31337)', variable: 'EVM_PORT' },
      { title: 'Local Two (chain 31338)', variable: 'EVM2_PORT' },
      { title: 'Local Solana', variable: 'SOLANA_PORT' },
      { title: 'Local Solana Two', variable: 'SOLANA2_PORT' },
      { title: 'Local Bitcoin', variable: 'BITCOIN_PORT' },
      { title: 'Local Bitcoin, Esplora', variable: 'ESPLORA_PORT' },
      { title: 'Local Signet', variable: 'BITCOIN2_PORT' },
      { title: 'Local Signet, Esplora', variable: 'ESPLORA2_PORT' },
      { title: 'mailbox', variable: 'MAIL_PORT' },
      { title: 'identity providers', variable: 'IDENTITY_PORT' },
      { title: 'play-money provider', variable: 'ONRAMP_PORT' },
    ],
    wave: 1,
    progress: 'Starting the local chains (the first time they are seeded: up to a minute) …',
  },
  {
    name: 'gateway',
    entry: 'apps/gateway/src/server.ts',
    ports: { GATEWAY_PORT: 4401, METRICS_PORT: 4411 },
    addresses: [{ title: 'gateway', variable: 'GATEWAY_PORT' }],
    wave: 2,
    progress: 'Starting the gateway …',
  },
  {
    name: 'vault',
    entry: 'apps/vault/src/server.ts',
    ports: { VAULT_PORT: 4403, VAULT_METRICS_PORT: 4412 },
    addresses: [{ title: 'vault', variable: 'VAULT_PORT' }],
    wave: 2,
    progress: 'Starting the vault …',
  },
  {
    name: 'wallet',
    entry: 'apps/wallet/src/server.ts',
    ports: { WALLET_PORT: 4402 },
    addresses: [{ title: 'wallet site', variable: 'WALLET_PORT', name: 'wallet.localhost' }],
    wave: 2,
    progress: 'Starting the wallet site …',
  },
  {
    name: 'demo',
    entry: 'apps/demo/src/server.ts',
    ports: { DEMO_PORT: 4400 },
    addresses: [{ title: 'demo', variable: 'DEMO_PORT' }],
    wave: 2,
    progress: 'Starting the demo …',
  },
  {
    name: 'companion',
    entry: 'apps/companion/src/server.ts',
    ports: { COMPANION_PORT: 4407 },
    addresses: [{ title: 'companion wallet', variable: 'COMPANION_PORT' }],
    wave: 2,
    progress: 'Starting the companion wallet …',
  },
])
