'use client'

export type { Call, CallsReceipt, CallsStatus, Capabilities } from '@portico/core'
export type { SendCallsParameters, SendCallsResult } from '@portico/core/calls'
export { getCallsStatus, getCapabilities, sendCalls } from './calls/actions.ts'
export { type UseCallsStatusReturnType, useCallsStatus } from './calls/useCallsStatus.ts'
export { type UseCapabilitiesReturnType, useCapabilities } from './calls/useCapabilities.ts'
export { type UseSendCallsReturnType, useSendCalls } from './calls/useSendCalls.ts'
