import { encodeCall } from '../transfers/encodeCall.ts'

/** `approve(address,uint256)` of ERC-20. */
const selector = '095ea7b3'

/** Encodes that a spender may take exactly this amount of a token (ERC-20). There is no unlimited allowance. */
export function encodeApprove({ spender, amount }: { spender: string; amount: bigint }): `0x${string}` {
  return encodeCall(selector, [spender, amount])
}
