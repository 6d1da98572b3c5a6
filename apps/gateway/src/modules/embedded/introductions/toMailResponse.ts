import type { IntroductionCodeFormat, IntroductionMailResponse } from '@portico/protocol/gateway'
import { resendMs } from './introductionLimits.ts'

/** Returns the response to a request that mailed a code. */
export function toMailResponse(format: IntroductionCodeFormat): IntroductionMailResponse {
  return { format, resendAfter: resendMs / 1000 }
}
