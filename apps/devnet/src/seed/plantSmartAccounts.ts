import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import { encodeDeployData, type Hex, parseAbi } from 'viem'
import type { Rpc } from '../chains/createRpc.ts'
import { plantCode } from './plantCode.ts'

const { EntryPoint, DelegationManager } = delegatorContracts

/** The parameters of the constructors that have any. */
const parameters: Readonly<Record<string, { types: string; values: readonly string[] }>> = {
  // Whoever owns it could stop all permissions. Nobody does here.
  DelegationManager: { types: 'address', values: ['0x0000000000000000000000000000000000000001'] },
  EIP7702StatelessDeleGator: { types: 'address, address', values: [DelegationManager, EntryPoint] },
}

/**
 * Puts the contracts of smart accounts at their public addresses, without a block: from their published creation code, with the
 * addresses of the others.
 *
 * @throws Error naming the contract that could not be created
 */
export async function plantSmartAccounts(rpc: Rpc): Promise<void> {
  // The package has three hundred files: loaded only here.
  const bytecode = (await import('@metamask/delegation-abis/bytecode')) as unknown as Record<string, Hex>
  for (const [name, address] of Object.entries({ ...delegatorContracts, ...enforcerContracts })) {
    const code = bytecode[name]
    if (!code) throw new Error(`@metamask/delegation-abis has no code of ${name}.`)
    const { types, values } = parameters[name] ?? { types: '', values: [] }
    const abi = parseAbi([`constructor(${types})`])
    const creation = encodeDeployData({ abi, bytecode: code, args: values as never })
    await plantCode({ rpc, name, address, creation })
  }
}
