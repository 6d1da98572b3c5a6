import { root } from './bootstrap.mjs'
import { findImportViolations } from './lib/findImportViolations.mjs'
import { runCommand } from './lib/runCommand.mjs'

// Who may know whom: imports go down only. No row refers to a row below it, so packages cannot form a cycle.
const mayImport = {
  protocol: [],
  siwx: ['protocol'],
  catalogue: ['protocol'],
  server: ['protocol'],
  testkit: ['protocol'],
  core: ['protocol', 'siwx'],
  evm: ['protocol', 'siwx', 'core'],
  solana: ['protocol', 'siwx', 'core'],
  bitcoin: ['protocol', 'siwx', 'core'],
  walletconnect: ['protocol', 'siwx', 'core'],
  react: ['protocol', 'siwx', 'core', 'walletconnect'],

  gateway: ['protocol', 'siwx', 'catalogue', 'server'],
  vault: ['protocol', 'server'],
  wallet: ['protocol', 'siwx', 'page-server'],
  devnet: ['protocol'],
  'page-server': [],
  demo: ['protocol', 'siwx', 'testkit', 'core', 'evm', 'solana', 'bitcoin', 'react', 'page-server'],
  companion: ['protocol', 'testkit', 'page-server'],
}

await runCommand(() => {
  const violations = findImportViolations({
    root,
    mayImport,
    forTests: ['testkit', 'devnet', 'walletconnect', 'bench'],
    onServers: ['catalogue', 'server'],
  })
  for (const violation of violations) console.error(violation)
  return violations.length > 0 ? 1 : 0
})
