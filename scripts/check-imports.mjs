import { root } from './bootstrap.mjs'
import { findImportViolations } from './lib/findImportViolations.mjs'
import { runCommand } from './lib/runCommand.mjs'

// The packages that each package may import. A row refers only to rows above it, so packages cannot form a cycle.
const mayImport = {
  protocol: [],
  siwx: ['protocol'],
  catalogue: ['protocol'],
  contracts: ['protocol'],
  i18n: [],
  server: ['protocol', 'siwx', 'i18n'],
  testkit: ['protocol'],
  core: ['protocol', 'siwx'],
  evm: ['protocol', 'siwx', 'core'],
  solana: ['protocol', 'siwx', 'core'],
  bitcoin: ['protocol', 'siwx', 'core'],
  walletconnect: ['protocol', 'siwx', 'core'],
  react: ['protocol', 'siwx', 'i18n', 'core', 'walletconnect'],
  embedded: ['protocol', 'core', 'evm', 'react'],
  wagmi: ['protocol', 'core', 'evm', 'embedded'],
  siwe: ['siwx', 'core'],
  'wallet-button': ['react'],
  cli: ['protocol'],
  'create-portico': [],
  elements: ['protocol', 'siwx', 'i18n', 'core', 'evm', 'solana', 'bitcoin', 'walletconnect', 'react'],
  // Its tests connect the core's fake wallet.
  vue: ['core', 'elements'],
  // Its test reads the names of all packages.
  compat: ['siwx', 'core', 'evm', 'solana', 'bitcoin', 'wagmi', 'react', 'siwe', 'wallet-button', 'vue'],

  gateway: ['protocol', 'siwx', 'i18n', 'catalogue', 'contracts', 'server'],
  vault: ['protocol', 'i18n', 'server'],
  wallet: ['protocol', 'siwx', 'i18n', 'server', 'page-server'],
  devnet: ['protocol', 'contracts'],
  'page-server': ['server'],
  demo: [
    'protocol',
    'siwx',
    'i18n',
    'testkit',
    'core',
    'evm',
    'solana',
    'bitcoin',
    'react',
    'embedded',
    'page-server',
  ],
  companion: ['protocol', 'testkit', 'page-server'],
}

// The layers inside a package, lowest first (`findImportViolations` describes the notation).
const layers = {
  gateway: [
    'infra',
    'chains/shared',
    'chains/evm, chains/solana, chains/bitcoin',
    'chains',
    'sources',
    'modules',
    'app',
  ],
  server: [
    'utils, log, problems, secrets, cli, checks, translations',
    'process, database',
    'http, proofs, audit, limits, farcaster, clocks',
    'mail',
    'social',
  ],
  vault: ['problems, database, metrics', 'http, secrets', 'config, mail', 'modules', 'rotation', 'cli'],
  wallet: [
    'language',
    'keys, ui',
    'page, signer, work',
    'session, approve, backup',
    'login, device, social, window, handlers, move, export, imports',
    'requests',
    'frame, server, manage',
  ],
}

await runCommand(() => {
  const violations = findImportViolations({
    root,
    mayImport,
    layers,
    forTests: ['testkit', 'devnet', 'contracts', 'walletconnect', 'cli', 'bench'],
    onServers: ['catalogue', 'contracts', 'server', 'cli', 'create-portico'],
  })
  for (const violation of violations) console.error(violation)
  return violations.length > 0 ? 1 : 0
})
