import { concatHex, encodeAbiParameters } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { type FeeBatch, transferParameters, transferSelector } from './readFeeBatch.ts'
import { writeExecute } from './writeExecute.ts'

/** Writes the batch that pays a fee in a token and then tries the calls, see `readFeeBatch`. */
export function writeFeeBatch({ token, collector, amount, calls, sender }: FeeBatch & { sender: Hex }): Hex {
  const pay = concatHex([transferSelector, encodeAbiParameters(transferParameters, [collector, amount])])
  const own = (callData: Hex) => ({ target: sender, value: 0n, callData })
  return writeExecute([
    { target: token, value: 0n, callData: pay },
    own(writeExecute([own(writeExecute(calls))], { isTry: true })),
  ])
}
