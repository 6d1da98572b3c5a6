import { encodeAbiParameters } from 'viem'
import { devnetManifest } from '../manifest.ts'
import type { StepBuilder } from './createStepBuilder.ts'
import type { Step } from './Step.ts'
import { targets } from './targets.ts'

/** Type of a key that is an address which may sign logins. */
const authAddressType = 2

/** Registers the Farcaster accounts of the identity server's people, on Local One. */
export function farcasterSteps({ call }: StepBuilder): Step[] {
  const { accounts, farcaster } = devnetManifest
  return farcaster.accounts.flatMap(({ fid, custody, authAddress }, position) => {
    const index = accounts.findIndex(({ address }) => address === custody.address)
    const key = encodeAbiParameters([{ type: 'address' }], [authAddress.address])
    return [
      call(`09-28 09:${position}0`, index, targets.idRegistry, 'register', [BigInt(fid)]),
      call(`09-28 09:${position}1`, index, targets.keyRegistry, 'add', [authAddressType, key]),
    ]
  })
}
