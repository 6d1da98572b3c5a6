import type { Rpc } from '../chains/createRpc.ts'
import type { Artifacts, ContractName } from '../contracts/compile.ts'
import { type DevnetChain, devnetManifest } from '../manifest.ts'
import { createStepBuilder, type StepBuilder } from './createStepBuilder.ts'
import { farcasterSteps } from './farcasterSteps.ts'
import { localOneSteps } from './localOneSteps.ts'
import { localTwoSteps } from './localTwoSteps.ts'
import { writeMarker } from './marker.ts'
import { plantPaymaster } from './plantPaymaster.ts'
import { plantSmartAccounts } from './plantSmartAccounts.ts'
import type { Step } from './Step.ts'
import { sharedSteps } from './sharedSteps.ts'
import { swapSteps } from './swapSteps.ts'

const stepsOf = {
  31337: (builder) => [...localOneSteps(builder), ...farcasterSteps(builder), ...swapSteps(builder)],
  31338: (builder) => [...localTwoSteps(builder), ...swapSteps(builder)],
} satisfies Record<DevnetChain['chainId'], (builder: StepBuilder) => Step[]>

// Fixed, so that fees and hashes are always the same.
const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' }
// Only for transactions that revert: their gas cannot be estimated.
const gasToFail = '0x186a0'

/**
 * Runs the steps of a chain's seed on an empty anvil that does not mine by itself: each transaction in a block of its
 * own with a fixed time, so that hashes, nonces and balances are the same on every machine.
 *
 * @throws Error naming the step that did not have the expected result
 */
export async function seedChain({
  rpc,
  chain,
  fingerprint,
  artifacts,
}: {
  rpc: Rpc
  chain: DevnetChain
  fingerprint: string
  artifacts: Artifacts
}): Promise<void> {
  const [visitor] = devnetManifest.accounts
  // Everything that the visitor owns must come from a transaction in the history.
  await rpc('anvil_setBalance', [visitor?.address, '0x0'])
  // Nobody has the keys that deploy to the canonical addresses; ours have the same interfaces.
  const setCode = (address: string, name: ContractName) =>
    rpc('anvil_setCode', [address, artifacts[name].deployedBytecode])
  await setCode(chain.contracts.multicall3, 'Multicall3')
  await plantSmartAccounts(rpc)
  const { farcaster } = devnetManifest
  if (chain.caip2 === farcaster.chain) {
    await setCode(farcaster.idRegistry, 'IdRegistry')
    await setCode(farcaster.keyRegistry, 'KeyRegistry')
  }
  await writeMarker({ rpc, marker: { chainId: chain.chainId, fingerprint } })

  const builder = createStepBuilder({ artifacts })
  const steps = [...sharedSteps(builder), ...stepsOf[chain.chainId](builder)]
  for (const [index, step] of steps.entries()) {
    try {
      await take(rpc, step)
    } catch (error) {
      throw new Error(`Seeding ${chain.name} stopped at step ${index}: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
  await plantPaymaster(rpc)
}

async function take(rpc: Rpc, { time, from, to, data, value = 0n, fails = false }: Step): Promise<void> {
  const hash = await rpc('eth_sendTransaction', [
    { from, to, data, value: `0x${value.toString(16)}`, ...fees, ...(fails ? { gas: gasToFail } : {}) },
  ])
  await rpc('evm_mine', [{ timestamp: time, blocks: 1 }])
  const receipt = await rpc<{ status: string } | null>('eth_getTransactionReceipt', [hash])
  if (receipt?.status !== (fails ? '0x0' : '0x1'))
    throw new Error(`transaction ${hash} ended as ${receipt?.status}`)
}
