import { policyChoices, type Setup, walletChoices } from '../options/setup.ts'
import type { ChangeSetup } from './useSetup.ts'

const walletNames: Record<Setup['wallets'], string> = {
  none: 'none',
  evm: 'Dev Wallet (Ethereum)',
  solana: 'Sol Wallet (Solana)',
  bitcoin: 'Bit Wallet (Bitcoin)',
  all: 'all',
}
const policyNames: Record<Setup['policy'], string> = {
  approve: 'approves',
  reject: 'rejects',
  hang: 'never responds',
  ask: 'asks you',
}

/** Chooses the test wallets and how they respond to requests. */
export function TestWalletControls({ setup, change }: { setup: Setup; change: ChangeSetup }) {
  return (
    <div className="controls">
      <div className="control">
        <label htmlFor="test-wallets">Test wallet</label>
        <select
          id="test-wallets"
          value={setup.wallets}
          onChange={({ target }) =>
            change({ ...setup, wallets: target.value as Setup['wallets'] }, { live: false })
          }
        >
          {walletChoices.map((choice) => (
            <option key={choice} value={choice}>
              {walletNames[choice]}
            </option>
          ))}
        </select>
      </div>
      <div className="control">
        <label htmlFor="test-policy">Response to requests</label>
        <select
          id="test-policy"
          value={setup.policy}
          onChange={({ target }) =>
            change({ ...setup, policy: target.value as Setup['policy'] }, { live: true })
          }
        >
          {policyChoices.map((choice) => (
            <option key={choice} value={choice}>
              {policyNames[choice]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
