import { decodeAbiParameters } from 'viem/utils'
import type { Hex } from '../../chains/shared/Chain.ts'
import { cleanText } from '../../infra/text/cleanText.ts'

const maxReason = 300

/** https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require */
const panics: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'not a value of the enum',
  '34': 'storage byte array is encoded wrongly',
  '49': 'pop of an empty array',
  '50': 'index out of bounds',
  '65': 'too much memory',
  '81': 'call of an empty function',
}

/**
 * Returns why a call reverted, in readable form: the text of `Error(string)`, the meaning of `Panic(uint256)`, the
 * selector of a custom error, or the node's message. The text comes from the contract, so it is sanitized.
 */
export function describeRevert({
  data,
  message,
}: {
  data: Hex | undefined
  message: string | undefined
}): string {
  const selector = data?.slice(0, 10)
  try {
    if (selector === '0x08c379a0') {
      const [reason] = decodeAbiParameters([{ type: 'string' }], `0x${data?.slice(10)}`)
      return cleanText(reason, maxReason) || 'execution reverted'
    }
    if (selector === '0x4e487b71') {
      const [code] = decodeAbiParameters([{ type: 'uint256' }], `0x${data?.slice(10)}`)
      return `panic: ${panics[code.toString()] ?? `code ${code}`}`
    }
  } catch {
    // The selector matches but the data does not: treat it as a custom error.
  }
  if (selector && selector.length === 10) return `custom error ${selector}`
  return (message && cleanText(message, maxReason)) || 'execution reverted'
}
