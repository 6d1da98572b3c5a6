import type { Hex } from 'viem'
import type { Period } from '../../approve/Limits.ts'

/** What a permission allows: sending coins or a token, in total or in each period, or calls of contracts, without coins. */
export type Allowed =
  | { kind: 'coin'; amount: bigint; period?: Period | undefined }
  | { kind: 'token'; token: Hex; amount: bigint; period?: Period | undefined }
  | { kind: 'contract'; targets: readonly Hex[]; selectors: readonly Hex[]; calls: number }

/** The terms of a permission: who may do what, and until when (seconds since 1970, exclusive). */
export type Terms = { delegate: Hex; expiresAt: number; allowed: Allowed }
