import type { Recognise } from './typedData/RecognisedTypedData.ts'
import { recogniseCreditDelegation } from './typedData/recogniseCreditDelegation.ts'
import { recogniseForwardedCall } from './typedData/recogniseForwardedCall.ts'
import { recogniseNftPermit } from './typedData/recogniseNftPermit.ts'
import { recogniseOperation } from './typedData/recogniseOperation.ts'
import { recogniseOrder } from './typedData/recogniseOrder.ts'
import { recognisePermit } from './typedData/recognisePermit.ts'
import { recognisePermit2 } from './typedData/recognisePermit2.ts'
import { recogniseSafe } from './typedData/recogniseSafe.ts'
import { recogniseSafeMessage } from './typedData/recogniseSafeMessage.ts'
import { recogniseSwap } from './typedData/recogniseSwap.ts'
import { recogniseTransfer } from './typedData/recogniseTransfer.ts'
import { recogniseVote } from './typedData/recogniseVote.ts'

const kinds: readonly Recognise[] = [
  recognisePermit,
  recogniseNftPermit,
  recognisePermit2,
  recogniseCreditDelegation,
  recogniseTransfer,
  recogniseOrder,
  recogniseSwap,
  recogniseSafe,
  recogniseSafeMessage,
  recogniseForwardedCall,
  recogniseOperation,
  recogniseVote,
]

/**
 * Recognises typed data that moves or allows something. It checks the shape of the message, because the names in the domain can be
 * chosen freely. Returns undefined for all other data.
 */
export const recogniseTypedData: Recognise = (parameters) => {
  for (const recognise of kinds) {
    const known = recognise(parameters)
    if (known) return known
  }
  return undefined
}
