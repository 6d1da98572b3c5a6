import { root } from './bootstrap.mjs'
import { findImportViolations } from './lib/findImportViolations.mjs'
import { runCommand } from './lib/runCommand.mjs'

// Who may know whom: imports go down only. No row refers to a row below it, so packages cannot form a cycle.
const mayImport = {
  protocol: [],
  siwx: ['protocol'],
  catalogue: ['protocol'],
  testkit: ['protocol'],
  core: ['protocol', 'siwx'],
  evm: ['protocol', 'siwx', 'core'],
  walletconnect: ['protocol', 'siwx', 'core'],
  react: ['protocol', 'siwx', 'core', 'walletconnect'],

  gateway: ['protocol', 'siwx', 'catalogue'],
  devnet: ['protocol'],
  'page-server': [],
  demo: ['protocol', 'siwx', 'testkit', 'core', 'evm', 'react', 'page-server'],
  companion: ['protocol', 'testkit', 'page-server'],
}

await runCommand(() => {
  const violations = findImportViolations({
    root,
    mayImport,
    forTests: ['testkit', 'devnet', 'walletconnect'],
    onServers: ['catalogue'],
  })
  for (const violation of violations) console.error(violation)
  return violations.length > 0 ? 1 : 0
})
