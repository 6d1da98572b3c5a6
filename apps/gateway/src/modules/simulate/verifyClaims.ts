import type { ClaimedApproval, ClaimedMovement, Claims } from './readClaims.ts'
import type { Moved } from './Simulated.ts'

type Verified<Claim> = Claim & { verified: boolean }

/** Claims, and whether the probes confirm them. */
export type VerifiedClaims = {
  movements: Verified<ClaimedMovement>[]
  approvals: Verified<ClaimedApproval>[]
  isWhole: boolean
}

/** Verifies claims against the results of the probes. Claims that they contradict are dropped or corrected. */
export function verifyClaims({
  claims: { movements, approvals, isWhole },
  probed,
  account,
}: {
  claims: Claims
  probed: Moved['probed']
  account: string
}): VerifiedClaims {
  const word = (value: string | undefined) => (value?.length === 66 ? BigInt(value) : undefined)
  const own = BigInt(account)
  return {
    isWhole,
    movements: movements.flatMap((claim): Verified<ClaimedMovement>[] => {
      const { before, after } = probed.get(claim.key) ?? {}
      const [first, last] = [word(before), word(after)]
      if (claim.kind === 'erc721') {
        // A minted token has no owner before, a burnt one none after.
        if (first === undefined && last === undefined)
          return claim.amount === 0n ? [] : [{ ...claim, verified: false }]
        const amount = (last === own ? 1n : 0n) - (first === own ? 1n : 0n)
        return amount === 0n ? [] : [{ ...claim, amount, verified: true }]
      }
      if (first === undefined || last === undefined)
        return claim.amount === 0n ? [] : [{ ...claim, verified: false }]
      return last === first ? [] : [{ ...claim, amount: last - first, verified: true }]
    }),
    approvals: approvals.flatMap((claim): Verified<ClaimedApproval>[] => {
      const { before, after } = probed.get(claim.key) ?? {}
      const [first, last] = [word(before), word(after)]
      if (last === undefined) return [{ ...claim, verified: false }]
      if (claim.kind === 'erc721') {
        const isConfirmed = last === BigInt(claim.spender)
        return isConfirmed ? [{ ...claim, amount: last === 0n ? 0n : 1n, verified: true }] : []
      }
      // The allowance was used up within the transaction, or never existed.
      return last === 0n && (first ?? 0n) === 0n ? [] : [{ ...claim, amount: last, verified: true }]
    }),
  }
}
